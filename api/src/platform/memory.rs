//! Memory. A call makes and drops some hundreds of small values, and the system's allocator took a quarter of its time.

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
