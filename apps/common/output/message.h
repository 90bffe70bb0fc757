/* message.h: what programs say on stderr, and the numbers they end with. */
#ifndef SHARED_MESSAGE_H
#define SHARED_MESSAGE_H

/* Exit codes; scripts rely on them. */
typedef enum exit_code {
  EXIT_FINE = 0,
  EXIT_INPUT = 1,       /* some input failed, the rest was written */
  EXIT_USAGE = 2,       /* wrong use of the command line */
  EXIT_ENVIRONMENT = 3, /* disk, memory */
  EXIT_INTERRUPTED = 130
} exit_code;

/* Steps one after another, each with an exit code. THEN() runs the next one
 * unless one before has failed, for functions that have something to release.
 * TRY() leaves the function with the code of a step that failed. */
#define THEN(code, step) ((code) = (code) == EXIT_FINE ? (step) : (code))
#define TRY(step)                                                              \
  do {                                                                         \
    exit_code tried = (step);                                                  \
    if (tried != EXIT_FINE)                                                    \
      return tried;                                                            \
  } while (0)

/* Print one line, "pith: " and the formatted text, on stderr. A line stays one
 * line whatever a file is called: control characters become '?'. */
void message(const char *format, ...);

/* What an errno means, in lower case as our messages are: written to `room`,
 * which is returned. */
const char *system_text(int error, char room[128]);

/* The same of a file that could not be written, with the remedy. */
const char *write_error_text(int error, char room[128]);

/* Report that memory has ended; with what: a file, a page. EXIT_ENVIRONMENT. */
exit_code report_out_of_memory(void);
exit_code report_out_of_memory_for(const char *what);

/* Report of `what` (a file, a command) that this program was built without a
 * library, and which package (Debian's name) to install. EXIT_ENVIRONMENT. */
exit_code report_built_without(const char *what, const char *library,
                               const char *package);

#endif
