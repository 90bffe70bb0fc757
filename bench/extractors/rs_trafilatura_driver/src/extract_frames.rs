//! rs-trafilatura for extract_pages.py, which has decoded the pages.
//!
//! In:  for each page its length in bytes (u32, little endian) and its UTF-8.
//! Out: for each page the seconds it took (f64), the length of the text, the text.
//!
//! Seconds are processor time of this thread; a page it gives up on has no text.

use std::io::{Read, Write};

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
}

/// Processor time of this thread, which the standard library does not tell.
fn now() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the struct has the layout of the C library's on 64-bit Linux.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.seconds as f64 + time.nanoseconds as f64 * 1e-9
}

/// The next page; None when there are no more.
fn read_page(from: &mut impl Read) -> Option<String> {
    let mut length = [0u8; 4];
    from.read_exact(&mut length).ok()?;
    let mut page = vec![0u8; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut page).expect("the page is as long as it says");
    Some(String::from_utf8(page).expect("the page is UTF-8"))
}

fn extract(page: &str) -> String {
    let found = std::panic::catch_unwind(|| rs_trafilatura::extract(page));
    match found {
        Ok(Ok(result)) => result.content_text,
        _ => String::new(),
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut from, mut to) = (std::io::stdin().lock(), std::io::stdout().lock());
    while let Some(page) = read_page(&mut from) {
        let start = now();
        let text = extract(&page);
        let seconds = now() - start;
        to.write_all(&seconds.to_le_bytes())
            .and_then(|()| to.write_all(&(text.len() as u32).to_le_bytes()))
            .and_then(|()| to.write_all(text.as_bytes()))
            .and_then(|()| to.flush())
            .expect("whoever asked reads the answer");
    }
}
