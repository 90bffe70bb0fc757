//! The clock of the drivers in Rust. It is no crate: peers.py lays it into the
//! copy of a driver that it builds.

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
}

/// Processor time of this thread, which the standard library does not tell.
pub fn now() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the struct has the layout of the C library's on 64-bit Linux.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.seconds as f64 + time.nanoseconds as f64 * 1e-9
}
