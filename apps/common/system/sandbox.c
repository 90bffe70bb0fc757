/* sandbox.c: see the header. By system calls of our own: neither library for it
 * is on every machine, and the two filters are short.
 *
 * System calls are refused by a list, with EPERM, rather than allowed by one:
 * what libcurl, SQLite and libc call differs between their versions, and a
 * refused call that they can do without must not end the process. Files are
 * allowed by a list.
 */
#include "common/system/sandbox.h"

/* A sanitizer looks for leaks by a process of its own, and coverage is written
 * where the objects are. */
#if defined(__linux__) && !defined(PITH_NO_SANDBOX) &&                         \
    (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* syscall() is not in POSIX; the calls below have no other name in libc. */
extern long syscall(long number, ...);

/* --- files: Landlock ------------------------------------------------------ */

enum {
  READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
  WRITING = READING | LANDLOCK_ACCESS_FS_WRITE_FILE |
            LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
            LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG,
  OF_FILES = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE,
  EVERYTHING = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 /* of the first version */
};

/* Moving a file to another folder came with the second version and is refused
 * before it, and so is TRUNCATE of the third: both can be written anyway. */
enum { REFER = 1 << 13, TRUNCATE = 1 << 14 };

/* What the processes of any machine read while they run: other processors,
 * random numbers, the time zone. */
static const char *const usual[] = {"/dev/null",
                                    "/dev/urandom",
                                    "/dev/random",
                                    "/sys/devices/system/cpu",
                                    "/etc/localtime",
                                    "/usr/share/zoneinfo",
                                    NULL};

/* And those that look up names and check certificates; names may be looked up
 * by libraries that are loaded for it. */
static const char *const of_network[] = {"/etc/resolv.conf",
                                         "/etc/hosts",
                                         "/etc/nsswitch.conf",
                                         "/etc/host.conf",
                                         "/etc/gai.conf",
                                         "/etc/services",
                                         "/etc/protocols",
                                         "/etc/ld.so.cache",
                                         "/etc/ssl",
                                         "/etc/pki",
                                         "/etc/ca-certificates",
                                         "/run/systemd/resolve",
                                         "/run/nscd",
                                         "/usr/lib",
                                         "/usr/lib64",
                                         "/usr/local/lib",
                                         "/usr/share/ca-certificates",
                                         "/usr/local/share/ca-certificates",
                                         "/lib",
                                         "/lib64",
                                         NULL};

/* A rule for a path; a link is followed now, so what it leads to is meant. */
static void
allow(int rules, const char *path, uint64_t rights)
{
  struct stat about;
  int file = path && *path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  if (file < 0)
    return;
  struct landlock_path_beneath_attr rule = {.allowed_access = rights,
                                            .parent_fd = file};
  if (fstat(file, &about) == 0 && !S_ISDIR(about.st_mode))
    rule.allowed_access &= OF_FILES | TRUNCATE;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(file);
}

/* Failure is no error: less is allowed than could be. */
static void
allow_all(int rules, const char *const *paths, uint64_t rights)
{
  for (size_t i = 0; paths && paths[i]; i++)
    allow(rules, paths[i], rights);
}

/* The folder that a file is in. */
static void
allow_folder(int rules, const char *file, uint64_t rights)
{
  char path[4096];
  const char *slash = file ? strrchr(file, '/') : NULL;
  size_t len = slash ? (size_t)(slash - file) + 1 : 0;
  if (!file || len >= sizeof path)
    return;
  memcpy(path, file, len);
  path[len] = '\0';
  allow(rules, len > 0 ? path : ".", rights);
}

/* Users name certificates of their own by these variables. */
static void
allow_network(int rules)
{
  static const char *const variables[] = {"SSL_CERT_FILE", "SSL_CERT_DIR",
                                          "CURL_CA_BUNDLE", "LOCALDOMAIN"};
  allow_all(rules, of_network, READING);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    allow(rules, getenv(variables[i]), READING);
}

/* The version of Landlock; 0: there is none. */
static long
landlock_version(void)
{
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
                         LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? version : 0;
}

/* Rights that the kernel does not know make it refuse the whole set, so they
 * are taken by its version. */
static void
confine_files(const sandbox_plan *plan)
{
  long version = landlock_version();
  uint64_t more = (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
  struct landlock_ruleset_attr all = {.handled_access_fs = EVERYTHING | more};
  int rules = version > 0 ? (int)syscall(SYS_landlock_create_ruleset, &all,
                                         sizeof all, 0)
                          : -1;
  if (rules < 0)
    return;
  const char *scratch = getenv("TMPDIR");
  allow_all(rules, usual, READING);
  allow(rules, "/dev/null", OF_FILES);
  allow(rules, scratch && *scratch ? scratch : "/tmp", WRITING | more);
  allow(rules, "/var/tmp", WRITING | more); /* of SQLite */
  if (plan->connects)
    allow_network(rules);
  allow_all(rules, plan->reads, READING);
  allow_all(rules, plan->writes, WRITING | more);
  allow_folder(rules, plan->store, WRITING | more);
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

/* --- system calls: seccomp ------------------------------------------------ */

#ifdef __x86_64__
static const unsigned machine = AUDIT_ARCH_X86_64;
#else
static const unsigned machine = AUDIT_ARCH_AARCH64;
#endif

/* No command of ours calls these after its start, nor does what it links. */
static const unsigned refused[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_io_uring_setup,
    SYS_personality,
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setgroups,
    SYS_capset,
    SYS_mknodat,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_quotactl,
    SYS_syslog,
    SYS_vhangup,
    SYS_lookup_dcookie,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
    SYS_mknod,
#endif
};

enum {
  REFUSED = sizeof refused / sizeof *refused,
  FILTER_MOST = 2 * REFUSED + 32
};

/* A program for the kernel. Each test ends in a verdict of its own, so there
 * are no long jumps. */
typedef struct filter {
  struct sock_filter steps[FILTER_MOST];
  unsigned short count;
} filter;

/* One instruction: `yes` and `no` are how many to skip. */
static void
add(filter *f, unsigned code, unsigned value, unsigned yes, unsigned no)
{
  f->steps[f->count++] =
      (struct sock_filter){(uint16_t)code, (uint8_t)yes, (uint8_t)no, value};
}

/* A field of seccomp_data, 32 bits of it. */
static void
load(filter *f, size_t offset)
{
  add(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void
end_with(filter *f, unsigned verdict)
{
  add(f, BPF_RET | BPF_K, verdict, 0, 0);
}

/* What was loaded is `value`: fail with `error`. */
static void
refuse(filter *f, unsigned value, int error)
{
  add(f, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  end_with(f, SECCOMP_RET_ERRNO | (unsigned)error);
}

/* A new process is a clone() without CLONE_THREAD. Of clone3() the filter
 * cannot see the flags; libc takes clone() where it is not there. */
static void
refuse_processes(filter *f)
{
  refuse(f, SYS_clone3, ENOSYS);
  add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  load(f, offsetof(struct seccomp_data, args[0]));
  add(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
  end_with(f, SECCOMP_RET_ERRNO | EPERM);
  end_with(f, SECCOMP_RET_ALLOW);
}

/* Sockets of the internet and of this machine; netlink is how libc learns which
 * addresses this machine has. */
static void
refuse_families(filter *f)
{
  static const unsigned fine[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
  const unsigned count = sizeof fine / sizeof *fine;
  add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, count + 3);
  load(f, offsetof(struct seccomp_data, args[0]));
  for (unsigned i = 0; i < count; i++)
    add(f, BPF_JMP | BPF_JEQ | BPF_K, fine[i], count - i, 0);
  end_with(f, SECCOMP_RET_ERRNO | EPERM);
  end_with(f, SECCOMP_RET_ALLOW);
}

/* The machine is checked first: numbers of calls mean others on another one. */
static void
confine_calls(const sandbox_plan *plan)
{
  filter f = {.count = 0};
  load(&f, offsetof(struct seccomp_data, arch));
  add(&f, BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
  end_with(&f, SECCOMP_RET_ERRNO | ENOSYS); /* calls of another machine */
  load(&f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  const unsigned x32 = 0x40000000;
  add(&f, BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1);
  end_with(&f, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  for (size_t i = 0; i < REFUSED; i++)
    refuse(&f, refused[i], EPERM);
  if (!plan->connects)
    refuse(&f, SYS_connect, EPERM);
  refuse_processes(&f);
  refuse_families(&f);
  end_with(&f, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = f.count, .filter = f.steps};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* Files first: the rules are made by calls, and both need the first line. */
void
sandbox_enter(const sandbox_plan *plan)
{
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return;
  confine_files(plan);
  confine_calls(plan);
}

bool
sandbox_is_whole(void)
{
  return landlock_version() > 0 && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

#else

void
sandbox_enter(const sandbox_plan *plan)
{
  (void)plan;
}

bool
sandbox_is_whole(void)
{
  return false;
}

#endif
