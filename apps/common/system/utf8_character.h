/* utf8_character.h: single characters of UTF-8. */
#ifndef SHARED_UTF8_CHARACTER_H
#define SHARED_UTF8_CHARACTER_H

#include <stddef.h>
#include <stdint.h>

/* The length of the character at `text`, of which `left` bytes are there, at
 * least one; 0 when there is none. */
size_t utf8_len(const char *text, size_t left);

/* Write a character, at most four bytes; returns the length. U+FFFD stands for
 * what is no character: half a pair, and all beyond U+10FFFF. */
size_t utf8_write(uint32_t character, char *out);

#endif
