/* nameless_file.h: room on disk that goes with the process. */
#ifndef SHARED_NAMELESS_FILE_H
#define SHARED_NAMELESS_FILE_H

/* Open a file without a name in the folder for temporary files (TMPDIR), to
 * read and write; -1 and errno when there is none. */
int nameless_file(void);

#endif
