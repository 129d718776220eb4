// Memory is overwritten when it is freed, in every program that links this file.
//
// A credential passes through strings, JSON and buffers that belong to the standard library, to Foundation and to
// SwiftNIO. None of them overwrites what it frees, so a password would stay readable in the heap long after the vault
// was locked. Replacing `free` and `realloc` closes that for all of them at once.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <string.h>

#include "zero_on_free.h"

// glibc's own entry points, exported for replacements like this one.
extern void *__libc_malloc(size_t size);
extern void __libc_free(void *pointer);

int latchkey_zero_on_free(void) { return 1; }

void free(void *pointer) {
    if (pointer == NULL) return;
    // POSIX.1-2024: free keeps errno.
    int saved = errno;
    explicit_bzero(pointer, malloc_usable_size(pointer));
    __libc_free(pointer);
    errno = saved;
}

void *realloc(void *pointer, size_t size) {
    if (pointer == NULL) return __libc_malloc(size);
    if (size == 0) {
        free(pointer);
        return NULL;
    }
    size_t usable = malloc_usable_size(pointer);
    // A block that shrinks a little stays where it is; the tail is overwritten when it is freed.
    if (size <= usable && size >= usable / 2) return pointer;
    void *moved = __libc_malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, pointer, usable < size ? usable : size);
    free(pointer);
    return moved;
}
