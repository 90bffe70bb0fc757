/* What the sandbox leaves and what it takes: each is tried by a child process,
 * since there is no way back out.
 * Threads: one in a child (pthread_create there).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* folder/mine may be written, folder/others only read by nobody. */
typedef struct scratch {
  char folder[64];
  char mine[96];
  char others[96];
  char store[96]; /* in a folder of its own */
} scratch;

static void
write_file(const char *path)
{
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("text", file);
  fclose(file);
}

static void
make_scratch(scratch *out)
{
  snprintf(out->folder, sizeof out->folder, "./sandbox-XXXXXX");
  assert_non_null(mkdtemp(out->folder));
  snprintf(out->mine, sizeof out->mine, "%s/mine", out->folder);
  snprintf(out->others, sizeof out->others, "%s/others", out->folder);
  char stores[80];
  snprintf(stores, sizeof stores, "%s/stores", out->folder);
  snprintf(out->store, sizeof out->store, "%s/a.db", stores);
  assert_int_equal(mkdir(out->mine, 0700), 0);
  assert_int_equal(mkdir(stores, 0700), 0);
  write_file(out->others);
  write_file(out->store);
}

static void
remove_scratch(const scratch *in)
{
  char line[256];
  snprintf(line, sizeof line, "rm -r %s", in->folder);
  assert_int_equal(system(line), 0);
}

/* Whether a file in `folder` can be made, written, renamed and removed. */
static bool
can_write_in(const char *folder)
{
  char first[160], second[160];
  snprintf(first, sizeof first, "%s/first", folder);
  snprintf(second, sizeof second, "%s/second", folder);
  int file = open(first, O_CREAT | O_TRUNC | O_RDWR, 0600);
  bool fine = file >= 0 && write(file, "a", 1) == 1 &&
              ftruncate(file, 0) == 0 && rename(first, second) == 0 &&
              unlink(second) == 0;
  if (file >= 0)
    close(file);
  return fine;
}

static bool
is_refused(int result, int error)
{
  return result < 0 && errno == error;
}

static void *
do_nothing(void *argument)
{
  return argument;
}

static bool
can_start_a_thread(void)
{
  pthread_t thread;
  return pthread_create(&thread, NULL, do_nothing, NULL) == 0 &&
         pthread_join(thread, NULL) == 0;
}

static int
connect_here(void)
{
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(1)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int wire = socket(AF_INET, SOCK_STREAM, 0);
  int result = connect(wire, (struct sockaddr *)&to, sizeof to);
  int error = errno;
  close(wire);
  errno = error;
  return result;
}

/* The number of the first thing that is not as it should be; 0: none. */
static int
check_files(const scratch *at)
{
  char folder[96], link[128];
  snprintf(link, sizeof link, "%s/link", at->mine);
  snprintf(folder, sizeof folder, "%s", at->store);
  *strrchr(folder, '/') = '\0';
  if (!is_refused(open(at->others, O_RDONLY), EACCES) ||
      !is_refused(open(at->others, O_WRONLY), EACCES) ||
      !is_refused(open("/etc/passwd", O_RDONLY), EACCES))
    return 1;
  if (can_write_in(at->folder) || !can_write_in(at->mine) ||
      !can_write_in(folder))
    return 2;
  if (!is_refused(unlink(at->others), EACCES) ||
      !is_refused(symlink("/etc", link), EACCES))
    return 3;
  return open("/dev/urandom", O_RDONLY) >= 0 ? 0 : 4;
}

static int
check_calls(void)
{
  char *const words[] = {"true", NULL};
  if (!is_refused(execv("/bin/true", words), EPERM) ||
      !is_refused(execv("/usr/bin/true", words), EPERM))
    return 5;
  if (!is_refused((int)fork(), EPERM))
    return 6;
  if (!can_start_a_thread())
    return 7;
  if (!is_refused(socket(AF_PACKET, SOCK_RAW, 0), EPERM) ||
      !is_refused(setuid(getuid()), EPERM))
    return 8;
  return 0;
}

static int
check_network(bool connects)
{
  struct addrinfo *found = NULL;
  if (is_refused(connect_here(), EPERM) == connects)
    return 9;
  if (getaddrinfo("localhost", "80", NULL, &found) != 0)
    return 10;
  freeaddrinfo(found);
  return 0;
}

static void
ask(bool connects)
{
  scratch at;
  int status;
  if (!sandbox_is_whole())
    skip();
  make_scratch(&at);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    const char *const writes[] = {at.mine, "./is-not-there", NULL};
    setenv("TMPDIR", at.mine, 1); /* the build may be below /tmp */
    const sandbox_plan plan = {
        .writes = writes, .store = at.store, .connects = connects};
    sandbox_enter(&plan);
    int wrong = check_files(&at);
    wrong = wrong ? wrong : check_calls();
    _exit(wrong ? wrong : connects ? check_network(true) : 0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  remove_scratch(&at);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void
those_who_fetch_keep_the_network(void **state)
{
  (void)state;
  ask(true);
}

static void
those_who_listen_keep_little(void **state)
{
  int status;
  (void)state;
  ask(false);
  pid_t child = fork();
  if (child == 0) {
    const sandbox_plan plan = {.connects = false};
    sandbox_enter(&plan);
    _exit(is_refused(connect_here(), EPERM) ? 0 : 1);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(those_who_fetch_keep_the_network),
      cmocka_unit_test(those_who_listen_keep_little),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
