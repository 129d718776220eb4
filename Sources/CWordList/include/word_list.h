#ifndef LATCHKEY_WORD_LIST_H
#define LATCHKEY_WORD_LIST_H

#include <stdint.h>

/// How many words there are: six to the power of five.
#define LATCHKEY_WORD_COUNT 7776

/// The room of a word with the zero behind it.
#define LATCHKEY_WORD_ROOM 10

/// The word of a number below LATCHKEY_WORD_COUNT, in lower case; the empty text for any other number.
const char *latchkey_word(uint32_t index);

#endif
