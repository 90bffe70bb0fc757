/* driver_rounds.h: what every C driver of the parse benchmark shares.
 *
 * In: argv[1], a file that names one page a line; then, on stdin, one number a
 * line. Out: for each number N one JSON line on stdout with the best time of N
 * passes over all pages and the memory that the passes needed at their peak.
 * The same protocol is spoken by the drivers in other languages, so that the
 * `run` script can let all parsers take turns and a noisy second of the machine
 * hits all of them alike.
 */
#ifndef DRIVER_ROUNDS_H
#define DRIVER_ROUNDS_H

#include <stddef.h>

/* Parses one page to a tree and frees the tree again. Borrows the bytes.
 * Returns 0, or another value when the page could not be parsed. */
typedef int driver_parse(const char *html, size_t len);

/* Loads the pages, greets with a JSON line that carries `version`, and serves
 * rounds until stdin ends. Returns the exit status of the program. */
int driver_serve(int argc, char **argv, const char *version,
                 driver_parse *parse);

#endif
