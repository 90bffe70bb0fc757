/* Feed files to a fuzz target without a fuzzer.
 *
 * In: names of files and directories (directories are read one level deep, in
 * any order; one that does not exist counts as empty, since a target without
 * finds has no regressions folder). Out: the number of inputs run. The target
 * asserts its own properties, so a bad input ends the program by a signal and
 * the last line printed names it.
 *
 * The bytes are handed over in a block of exactly their size: one byte read
 * too many is then visible to the address sanitizer.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads the whole of `file`, whose size is known. Returns the block, or NULL.
 */
static uint8_t *
read_block(FILE *file, size_t size)
{
  uint8_t *block = malloc(size > 0 ? size : 1);

  if (block && fread(block, 1, size, file) != size) {
    free(block);
    return NULL;
  }
  return block;
}

/* Runs the target on one file. Returns whether the file could be read. */
static int
replay_file(const char *path, size_t size)
{
  FILE *file = fopen(path, "rb");
  uint8_t *block = file ? read_block(file, size) : NULL;

  if (file)
    fclose(file);
  if (!block) {
    fprintf(stderr, "replay: %s: cannot read\n", path);
    return 0;
  }
  printf("%s\n", path);
  fflush(stdout);
  LLVMFuzzerTestOneInput(block, size);
  free(block);
  return 1;
}

/* Runs the target on every plain file in `path`; counts them in `done`. */
static int
replay_directory(const char *path, int *done)
{
  DIR *directory = opendir(path);
  struct dirent *entry;
  int good = 1;

  if (!directory)
    return 0;
  while ((entry = readdir(directory)) != NULL) {
    char name[4096];
    struct stat info;
    int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);

    if (length < 0 || (size_t)length >= sizeof name || stat(name, &info) != 0)
      good = 0;
    else if (S_ISREG(info.st_mode) && entry->d_name[0] != '.') {
      good &= replay_file(name, (size_t)info.st_size);
      ++*done;
    }
  }
  closedir(directory);
  return good;
}

static int
replay_path(const char *path, int *done)
{
  struct stat info;

  if (stat(path, &info) != 0)
    return errno == ENOENT;
  if (S_ISDIR(info.st_mode))
    return replay_directory(path, done);
  ++*done;
  return replay_file(path, (size_t)info.st_size);
}

int
main(int argc, char **argv)
{
  int done = 0;
  int good = 1;

  /* The empty input belongs to every corpus, and git keeps no empty folder. */
  LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
  for (int i = 1; i < argc; i++)
    good &= replay_path(argv[i], &done);
  printf("replay: %d inputs\n", done);
  return good ? 0 : 1;
}
