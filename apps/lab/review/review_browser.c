/* review_browser.c: see the header. The browser is started by a child that was
 * made before the sandbox closed, because afterwards no program can be run; the
 * child waits at the end of a pipe until the address is known.
 */
#include "lab/review/review_browser.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In the child: an address, or the end of a review that came to nothing. Run
 * the system's opener, without a shell and without its output. */
static void
wait_and_open(int from)
{
  char url[512];
  size_t len = 0;
  ssize_t got;
  while (len < sizeof url - 1 &&
         (got = read(from, url + len, sizeof url - 1 - len)) > 0)
    len += (size_t)got;
  url[len] = '\0';
  close(from);
  if (len > 0 && freopen("/dev/null", "w", stdout) &&
      freopen("/dev/null", "w", stderr))
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
  _exit(127);
}

/* The child is not waited for: a browser may stay open longer than we run. */
int
review_browser_start(void)
{
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    wait_and_open(ends[0]);
  }
  close(ends[0]);
  if (child > 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0)
    return ends[1];
  close(ends[1]);
  return -1;
}

/* A pipe that takes no address leaves the user with the one that was printed.
 */
void
review_browser_open(int browser, const char *url)
{
  if (browser < 0)
    return;
  (void)!write(browser, url, strlen(url));
  close(browser);
}
