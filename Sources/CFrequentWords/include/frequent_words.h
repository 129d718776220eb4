#ifndef LATCHKEY_FREQUENT_WORDS_H
#define LATCHKEY_FREQUENT_WORDS_H

#include <stdint.h>

#define LATCHKEY_FREQUENT_WORD_COUNT 65483
/// The bytes of all words, with a line feed behind each.
#define LATCHKEY_FREQUENT_BYTE_COUNT 541491
/// A block has this many words, but for the last one.
#define LATCHKEY_FREQUENT_BLOCK_SIZE 16
#define LATCHKEY_FREQUENT_BLOCK_COUNT 4093

/// All words in the order of their bytes, lower case, printable ASCII, a line feed behind each.
const char *latchkey_frequent_words(void);

/// For each word: its rank in its list, counted from 1, on top of the lengths of the lists before that.
///
/// The lists are, with their lengths: passwords 30000, words of Wikipedia 20000, words of films 5000, surnames 6000, women's
/// names 3500, men's names 983.
const uint16_t *latchkey_frequent_places(void);

/// Where the first word of each block begins.
const uint32_t *latchkey_frequent_blocks(void);

#endif
