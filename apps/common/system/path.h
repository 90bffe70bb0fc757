/* path.h: names of files put together. */
#ifndef SHARED_PATH_H
#define SHARED_PATH_H

/* Give "folder/name", with one slash between them, to be freed; NULL when
 * memory ends. */
char *path_join(const char *folder, const char *name);

#endif
