#ifndef LATCHKEY_WORD_LIST_H
#define LATCHKEY_WORD_LIST_H

#include <stdint.h>

/// The number of words: six to the power of five.
#define LATCHKEY_WORD_COUNT 7776

/// The size of the buffer of a word, including the terminating zero.
#define LATCHKEY_WORD_SIZE 10

/// Returns the word with an index below LATCHKEY_WORD_COUNT, in lower case; the empty string for any other index.
const char *latchkey_word(uint32_t index);

#endif
