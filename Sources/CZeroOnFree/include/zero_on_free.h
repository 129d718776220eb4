#ifndef LATCHKEY_ZERO_ON_FREE_H
#define LATCHKEY_ZERO_ON_FREE_H

/// Whether this program's allocator overwrites what it frees: 1 once the replacement is linked in.
///
/// Calling it is what makes the linker take the replacement into a program.
int latchkey_zero_on_free(void);

#endif
