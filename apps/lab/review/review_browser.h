/* review_browser.h: a process that waits for the address of the review and then
 * opens the browser.
 *
 * It is started before the review gives up the right to start programs
 * (sandbox.h), when the address is not known yet, and gets it by a pipe.
 */
#ifndef REVIEW_BROWSER_H
#define REVIEW_BROWSER_H

/* Start it. Returns the end of the pipe to write to; -1: the system refuses. */
int review_browser_start(void);

/* Open the browser, and close the pipe. -1 is allowed. */
void review_browser_open(int browser, const char *url);

#endif
