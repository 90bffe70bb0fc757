//! html5ever with its reference-counted tree, for the round protocol of
//! driver_rounds.h. Argument: LIST. Parses UTF-8 bytes and drops the tree,
//! both inside the clock, as every other driver does.

mod thread_clock; // lies in bench/, peers.py puts it here

use std::io::{BufRead, Write};

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use thread_clock::now;

fn status_kb(field: &str) -> i64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    text.lines()
        .find(|line| line.starts_with(field))
        .and_then(|line| line.split_whitespace().nth(1))
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

fn one_pass(pages: &[Vec<u8>]) -> f64 {
    let start = now();
    for mut page in pages.iter().map(|p| p.as_slice()) {
        html5ever::parse_document(RcDom::default(), Default::default())
            .from_utf8()
            .read_from(&mut page)
            .expect("reading from memory cannot fail");
    }
    now() - start
}

fn main() {
    let list = std::env::args().nth(1).expect("want a list of pages");
    let list = std::fs::read_to_string(list).expect("the list is readable");
    let pages: Vec<Vec<u8>> = list
        .lines()
        .map(|path| std::fs::read(path).expect("the page is readable"))
        .collect();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!(
        "{{\"version\": \"html5ever 0.39.0 (rcdom)\", \"pages\": {}, \"bytes\": {bytes}}}",
        pages.len()
    );
    for line in std::io::stdin().lock().lines() {
        let rounds: u32 = line.unwrap_or_default().trim().parse().unwrap_or(0);
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        let before = status_kb("VmRSS:");
        let best = (0..rounds)
            .map(|_| one_pass(&pages))
            .fold(f64::INFINITY, f64::min);
        let peak = status_kb("VmHWM:") - before;
        println!("{{\"seconds\": {best:.9}, \"peak_kb\": {peak}}}");
        let _ = std::io::stdout().flush();
    }
}
