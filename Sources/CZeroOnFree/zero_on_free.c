// Overwrites memory when it is freed, in every program that links this file.
//
// A credential passes through strings, JSON and buffers of the standard library, Foundation and SwiftNIO. They do not
// overwrite memory before they free it, so a password would stay readable in the heap long after the vault was locked.
// Replacing `free` and `realloc` overwrites the memory of all of them.
//
// Only `free`, `realloc` and `reallocarray` are replaced. `malloc` may belong to glibc or to a preloaded allocator, so
// every block goes back through the next `free` in symbol search order, which belongs to the same allocator.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "zero_on_free.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#ifdef HAS_SANITIZER

// A sanitizer replaces the same functions and finds errors only if it gets every call.
int latchkey_zero_on_free(void) { return 0; }

#else

typedef void free_function(void *pointer);
typedef void *realloc_function(void *pointer, size_t size);
typedef size_t size_function(void *pointer);

// The functions of the next allocator. `next_free` is set last: if it is set, all others are.
static _Atomic(free_function *) next_free;
static _Atomic(realloc_function *) next_realloc;
// Returns the usable size of a block; NULL if the allocator has no such function. Blocks are not overwritten then.
static _Atomic(size_function *) usable_size;
// What glibc writes into bytes 8 to 15 of a block that it keeps in its thread cache; 0 for other allocators.
static _Atomic(uint64_t) freed_key;
// Whether this thread is resolving the functions: `dlsym` may allocate and free.
static __thread int is_resolving;

// The symbol version of `malloc` and related functions: glibc's first version for the architecture.
#if defined(__x86_64__)
#define FIRST_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST_VERSION "GLIBC_2.17"
#elif defined(__riscv)
#define FIRST_VERSION "GLIBC_2.27"
#else
#define FIRST_VERSION "GLIBC_2.0"
#endif

// Whether two functions belong to the same library.
static int share_a_library(void *first, void *second) {
    Dl_info one, other;
    return dladdr(first, &one) != 0 && dladdr(second, &other) != 0 && one.dli_fbase == other.dli_fbase;
}

// Finds a function of the library that contains `malloc`; if it has none, the function of the next library.
static void *find(const char *name) {
    void *by_name = dlsym(RTLD_NEXT, name);
    if (by_name != NULL && share_a_library(by_name, (void *)malloc)) return by_name;
    // `libc_malloc_debug` exports hidden versions only, which `dlsym` does not find.
    void *by_version = dlvsym(RTLD_NEXT, name, FIRST_VERSION);
    if (by_version != NULL && share_a_library(by_version, (void *)malloc)) return by_version;
    return by_name != NULL ? by_name : by_version;
}

// Reads the key by which glibc detects a double free.
//
// `free` compares it with the block's (`tcache_key` in malloc.c). Overwriting it would hide double frees.
static uint64_t read_freed_key(free_function *next) {
    uint64_t keys[2] = {0, 0};
    for (int index = 0; index < 2; index++) {
        void *first = malloc(24);
        uintptr_t address = (uintptr_t)first;
        next(first);
        volatile uint64_t *block = malloc(24);
        // A thread's cache returns the latest freed block first. valgrind, which replaces glibc's functions under their
        // names, does not, and would report the read below.
        if (block == NULL || (uintptr_t)block != address) {
            next((void *)block);
            return 0;
        }
        block[1] = 0;
        next((void *)block);
        // The block is in this thread's cache, so its memory is still mapped.
        keys[index] = ((volatile uint64_t *)address)[1];
    }
    return keys[0] == keys[1] ? keys[0] : 0;
}

// Resolves the functions of the next allocator; returns 0 while this thread is already resolving them.
//
// Several threads may do this at the same time, with the same result.
static int resolve(void) {
    if (atomic_load_explicit(&next_free, memory_order_acquire) != NULL) return 1;
    if (is_resolving) return 0;
    is_resolving = 1;
    int saved = errno;
    free_function *found_free = (free_function *)find("free");
    realloc_function *found_realloc = (realloc_function *)find("realloc");
    size_function *found_size = (size_function *)find("malloc_usable_size");
    // A preloaded `free` may use blocks that begin before the pointer. `malloc_usable_size` of another library would
    // return a wrong size.
    if (found_size != NULL && !share_a_library((void *)found_free, (void *)found_size)) found_size = NULL;
    // A preloaded AddressSanitizer ends the program if it is asked for the size of a block from before its own start.
    void *ownership = dlsym(RTLD_NEXT, "__sanitizer_get_ownership");
    if (ownership != NULL && share_a_library((void *)found_free, ownership)) found_size = NULL;
    if (found_size != NULL && (void *)found_free == dlsym(RTLD_NEXT, "__libc_free")) {
        atomic_store_explicit(&freed_key, read_freed_key(found_free), memory_order_relaxed);
    }
    atomic_store_explicit(&next_realloc, found_realloc, memory_order_relaxed);
    atomic_store_explicit(&usable_size, found_size, memory_order_relaxed);
    atomic_store_explicit(&next_free, found_free, memory_order_release);
    errno = saved;
    is_resolving = 0;
    return found_free != NULL;
}

int latchkey_zero_on_free(void) {
    return resolve() && atomic_load_explicit(&usable_size, memory_order_relaxed) != NULL;
}

// Overwrites a block and frees it with its allocator.
static void overwrite_and_free(void *pointer, size_function *size_of) {
    size_t size = size_of(pointer);
    uint64_t key = atomic_load_explicit(&freed_key, memory_order_relaxed);
    // A block with the key was freed before. `free` detects that and aborts.
    if (key == 0 || size < 16 || ((volatile uint64_t *)pointer)[1] != key) explicit_bzero(pointer, size);
    atomic_load_explicit(&next_free, memory_order_relaxed)(pointer);
}

void free(void *pointer) {
    if (pointer == NULL) return;
    // Leaks the blocks that `dlsym` frees during resolution; they contain no secrets.
    if (!resolve()) return;
    // POSIX.1-2024 requires that `free` preserves errno.
    int saved = errno;
    size_function *size_of = atomic_load_explicit(&usable_size, memory_order_relaxed);
    if (size_of != NULL) {
        overwrite_and_free(pointer, size_of);
    } else {
        atomic_load_explicit(&next_free, memory_order_relaxed)(pointer);
    }
    errno = saved;
}

void *realloc(void *pointer, size_t size) {
    if (pointer == NULL) return malloc(size);
    if (size == 0) {
        free(pointer);
        return NULL;
    }
    if (!resolve()) {
        errno = ENOMEM;
        return NULL;
    }
    size_function *size_of = atomic_load_explicit(&usable_size, memory_order_relaxed);
    if (size_of == NULL) return atomic_load_explicit(&next_realloc, memory_order_relaxed)(pointer, size);
    size_t usable = size_of(pointer);
    // A block that shrinks by less than half keeps its address; `free` overwrites its tail later.
    if (size <= usable && size >= usable / 2) return pointer;
    void *moved = malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, pointer, usable < size ? usable : size);
    free(pointer);
    return moved;
}

// The allocator's own `reallocarray` would call the allocator's `free`.
void *reallocarray(void *pointer, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(pointer, total);
}

#endif
