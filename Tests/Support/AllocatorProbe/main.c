// Looks at blocks after they were given back, in a program that links the allocator's replacement.
//
// Exits with the line of the first expectation that does not hold, or with 0.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "zero_on_free.h"

#define EXPECT(condition) do { if (!(condition)) exit(__LINE__ & 0xFF); } while (0)

// The allocator keeps its own links in the first bytes of a free block.
enum { LINKS = 32 };

static int is_zero(uintptr_t block, size_t from, size_t to) {
    const volatile unsigned char *bytes = (const volatile unsigned char *)block;
    for (size_t index = from; index < to; index++) {
        if (bytes[index] != 0) return 0;
    }
    return 1;
}

static void expect_zero_after_free(void *block, size_t size) {
    // Behind the block lies another, so that its memory does not go back to the system.
    void *neighbour = malloc(16);
    uintptr_t address = (uintptr_t)block;
    memset(block, 0xAA, size);
    errno = EDOM;
    free(block);
    EXPECT(errno == EDOM);
    EXPECT(is_zero(address, LINKS, size));
    free(neighbour);
}

static void expect_realloc(void) {
    unsigned char *block = malloc(100);
    void *neighbour = malloc(16);
    uintptr_t address = (uintptr_t)block;
    memset(block, 0x55, 100);
    unsigned char *grown = realloc(block, 5000);
    EXPECT(grown[0] == 0x55 && grown[99] == 0x55);
    EXPECT((uintptr_t)grown != address && is_zero(address, LINKS, 100));
    // What cannot be grown stays as it is.
    volatile size_t too_much = SIZE_MAX / 2;
    EXPECT(realloc(grown, too_much) == NULL && errno == ENOMEM && grown[99] == 0x55);
    address = (uintptr_t)grown;
    unsigned char *shrunk = realloc(grown, 50);
    EXPECT(shrunk[49] == 0x55 && is_zero(address, LINKS, 100));
    EXPECT(realloc(shrunk, 0) == NULL);
    unsigned char *fresh = realloc(NULL, 64);
    memset(fresh, 0x66, 64);
    address = (uintptr_t)fresh;
    unsigned char *many = reallocarray(fresh, 100, 100);
    EXPECT(many[63] == 0x66 && is_zero(address, LINKS, 64));
    free(many);
    free(neighbour);
}

int main(void) {
    EXPECT(latchkey_zero_on_free() == 1);
    size_t sizes[] = {40, 100, 1000, 5000, 100000};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
        expect_zero_after_free(malloc(sizes[index]), sizes[index]);
        expect_zero_after_free(calloc(sizes[index], 1), sizes[index]);
        void *aligned = NULL;
        EXPECT(posix_memalign(&aligned, 4096, sizes[index]) == 0 && (uintptr_t)aligned % 4096 == 0);
        expect_zero_after_free(aligned, sizes[index]);
    }
    expect_zero_after_free(aligned_alloc(256, 512), 512);
    expect_realloc();
    free(NULL);
    return 0;
}
