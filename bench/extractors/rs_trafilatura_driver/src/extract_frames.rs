//! rs-trafilatura for extract_pages.py, which has decoded the pages.
//!
//! In:  for each page its length in bytes (u32, little endian) and its UTF-8.
//! Out: for each page the seconds it took (f64), the length of the text, the text.
//!
//! Seconds are processor time of this thread; a page it gives up on has no text.

mod thread_clock; // lies in bench/, peers.py puts it here

use std::io::{Read, Write};

use thread_clock::now;

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
