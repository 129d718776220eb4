#ifndef LATCHKEY_ZERO_ON_FREE_H
#define LATCHKEY_ZERO_ON_FREE_H

/// Returns 1 if this program overwrites memory when it is freed, or 0 if a preloaded allocator or a sanitizer prevents
/// it.
///
/// The allocator must export `malloc_usable_size` in addition to `free`. A call of this function also makes the linker
/// include the replacement in the program.
int latchkey_zero_on_free(void);

#endif
