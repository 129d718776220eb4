#ifndef LATCHKEY_ZERO_ON_FREE_H
#define LATCHKEY_ZERO_ON_FREE_H

/// Whether this program overwrites memory when it is freed: 1, or 0 when a preloaded allocator makes it impossible.
///
/// The allocator must export `malloc_usable_size` beside `free`. Calling this function also makes the linker take the
/// replacement into a program.
int latchkey_zero_on_free(void);

#endif
