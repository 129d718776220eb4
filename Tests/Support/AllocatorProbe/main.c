// Checks the memory of freed blocks in a program that links the replacement of `free`.
//
// AllocatorProbe LIBRARY MODE: LIBRARY is a part of the file name of the library that contains `malloc`.
// MODE selects the expectations; see `main`. Exits with 0, or with the line number of the first failed expectation.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "zero_on_free.h"

#define EXPECT(condition) do { if (!(condition)) exit(__LINE__ & 0xFF); } while (0)

// The allocator stores its own links in the first bytes of a free block.
enum { LINKS = 32 };

// Whether a freed block must contain zeros. If not, the allocator fills it, and only the old content must be gone.
static int holds_zeros = 1;

static int is_overwritten(uintptr_t block, size_t from, size_t to, unsigned char content) {
    const volatile unsigned char *bytes = (const volatile unsigned char *)block;
    for (size_t index = from; index < to; index++) {
        if (holds_zeros ? bytes[index] != 0 : bytes[index] == content) return 0;
    }
    return 1;
}

static void expect_overwritten_after_free(void *block, size_t size) {
    // A neighbour after the block prevents the allocator from returning the memory to the system.
    void *neighbour = malloc(16);
    uintptr_t address = (uintptr_t)block;
    memset(block, 0xAA, size);
    errno = EDOM;
    free(block);
    EXPECT(errno == EDOM);
    EXPECT(is_overwritten(address, LINKS, size, 0xAA));
    free(neighbour);
}

static void expect_realloc(int overwrites) {
    unsigned char *block = malloc(100);
    void *neighbour = malloc(16);
    uintptr_t address = (uintptr_t)block;
    memset(block, 0x55, 100);
    unsigned char *grown = realloc(block, 5000);
    EXPECT(grown[0] == 0x55 && grown[99] == 0x55);
    if (overwrites) EXPECT((uintptr_t)grown != address && is_overwritten(address, LINKS, 100, 0x55));
    // A failed realloc keeps the block unchanged.
    volatile size_t too_much = SIZE_MAX / 2;
    EXPECT(realloc(grown, too_much) == NULL && errno == ENOMEM && grown[99] == 0x55);
    address = (uintptr_t)grown;
    unsigned char *shrunk = realloc(grown, 50);
    EXPECT(shrunk[49] == 0x55);
    if (overwrites) EXPECT(is_overwritten(address, LINKS, 100, 0x55));
    EXPECT(realloc(shrunk, 0) == NULL);
    unsigned char *fresh = realloc(NULL, 64);
    memset(fresh, 0x66, 64);
    address = (uintptr_t)fresh;
    EXPECT(reallocarray(fresh, too_much, 4) == NULL && errno == ENOMEM);
    unsigned char *many = reallocarray(fresh, 100, 100);
    EXPECT(many[63] == 0x66);
    if (overwrites) EXPECT(is_overwritten(address, LINKS, 64, 0x66));
    free(many);
    free(neighbour);
}

static void expect_overwriting(void) {
    EXPECT(latchkey_zero_on_free() == 1);
    size_t sizes[] = {40, 100, 1000, 5000, 100000};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
        expect_overwritten_after_free(malloc(sizes[index]), sizes[index]);
        expect_overwritten_after_free(calloc(sizes[index], 1), sizes[index]);
        void *aligned = NULL;
        EXPECT(posix_memalign(&aligned, 4096, sizes[index]) == 0 && (uintptr_t)aligned % 4096 == 0);
        expect_overwritten_after_free(aligned, sizes[index]);
    }
    expect_overwritten_after_free(aligned_alloc(256, 512), 512);
    expect_realloc(1);
    free(NULL);
}

// All functions work. Reads no freed memory, so that a memory checker has nothing to report.
static void expect_functions(void) {
    void *blocks[64];
    for (size_t index = 0; index < 64; index++) EXPECT((blocks[index] = malloc(index * 500)) != NULL);
    for (size_t index = 0; index < 64; index++) free(blocks[index]);
    expect_realloc(0);
}

// Blocks are not overwritten, and all functions work.
static void expect_pass_through(void) {
    EXPECT(latchkey_zero_on_free() == 0);
    expect_functions();
}

// Frees a block of this size twice, which must abort. If `fills_cache`, fills the thread's cache first.
static void free_twice(size_t size, int fills_cache) {
    void *volatile blocks[16];
    for (size_t index = 0; index < 16; index++) memset(blocks[index] = malloc(size), 0xAA, size);
    for (size_t index = 0; fills_cache && index < 7; index++) free(blocks[index]);
    free(blocks[8]);
    free(blocks[8]);
}

static int malloc_is_of(const char *library) {
    Dl_info information;
    return dladdr((void *)malloc, &information) != 0 && strstr(information.dli_fname, library) != NULL;
}

int main(int count, char **words) {
    EXPECT(count == 3 && malloc_is_of(words[1]));
    const char *mode = words[2];
    if (strcmp(mode, "zeroes") == 0) {
        expect_overwriting();
    } else if (strcmp(mode, "overwrites") == 0) {
        holds_zeros = 0;
        expect_overwriting();
    } else if (strcmp(mode, "passes-through") == 0) {
        expect_pass_through();
    } else if (strcmp(mode, "works") == 0) {
        EXPECT(latchkey_zero_on_free() == 1);
        expect_functions();
    } else if (strcmp(mode, "frees-cached-twice") == 0) {
        free_twice(40, 0);
    } else if (strcmp(mode, "frees-small-twice") == 0) {
        free_twice(40, 1);
    } else if (strcmp(mode, "frees-large-twice") == 0) {
        free_twice(5000, 0);
    } else {
        EXPECT(0);
    }
    return 0;
}
