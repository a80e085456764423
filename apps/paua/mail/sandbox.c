/* sandbox.c - restricts a child process by limits (setrlimit) and by a list of allowed system calls
 * (seccomp): memory and the pipe. Other calls fail instead of ending the process, so that a library
 * that looks for an optional file continues without it. */
#define _GNU_SOURCE
#include "mail/sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "cli/common.h"
#include "cli/module.h"

#define MEMORY_BYTES (512UL * 1024 * 1024)
#define CPU_SECONDS  10

#if defined(__x86_64__)
#define SANDBOX_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SANDBOX_ARCH AUDIT_ARCH_AARCH64
#endif

/* AddressSanitizer and ThreadSanitizer reserve terabytes of addresses. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#define ALLOW(call)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Allows only the system calls for memory and the pipe. False: the kernel does not support this. */
static bool restrict_calls(void)
{
#ifdef SANDBOX_ARCH
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_write),
        ALLOW(SYS_brk),
        ALLOW(SYS_mmap),
        ALLOW(SYS_munmap),
        ALLOW(SYS_mremap),
        ALLOW(SYS_madvise),
        ALLOW(SYS_futex),
        ALLOW(SYS_clock_gettime),
        ALLOW(SYS_rt_sigreturn),
        ALLOW(SYS_exit),
        ALLOW(SYS_exit_group),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
    return true; /* the resource limits still apply */
#endif
}

static bool restrict_resource(int resource, rlim_t most)
{
    return setrlimit((__rlimit_resource_t)resource, &(struct rlimit){most, most}) == 0;
}

/* Closes all files but the pipe, and applies all restrictions. False: one of them failed. */
static bool enter_sandbox(int pipe_end)
{
    if (dup2(pipe_end, STDIN_FILENO) < 0)
        return false;
    closefrom(STDIN_FILENO + 1);
    return
#ifndef SANITIZED
        restrict_resource(RLIMIT_AS, MEMORY_BYTES) &&
#endif
        restrict_resource(RLIMIT_CPU, CPU_SECONDS) && restrict_resource(RLIMIT_FSIZE, 0) &&
        restrict_resource(RLIMIT_CORE, 0) && restrict_resource(RLIMIT_NOFILE, 1) &&
        restrict_calls();
}

/* The functions of the module. */
struct mail_module {
    void (*init)(void);
    void (*read)(const char *bytes, size_t size, struct mail_received *out);
};

/* Loads the module. Returns 0, or an exit code after an error line. */
static int mail_module_load(struct mail_module *out)
{
    void *handle;
    int code = module_load("paua-mail", "GMime, which reads mails", &handle);

    if (code != EXIT_DONE)
        return code;
    *(void **)&out->init = dlsym(handle, "mail_received_init");
    *(void **)&out->read = dlsym(handle, "mail_received_read");
    return out->init && out->read ? EXIT_DONE : complain_with(EXIT_ENVIRONMENT, "%s", dlerror());
}

/* Runs in the child process: reads the mail and writes the result into the pipe. Never returns. */
static void read_in_sandbox(const struct mail_module *reader, const char *bytes, size_t size,
                            int pipe_end)
{
    size_t written = 0;

    reader->init(); /* may read files */
    if (!enter_sandbox(pipe_end))
        _exit(1);
    static struct mail_received received;
    reader->read(bytes, size, &received);
    while (written < sizeof received) {
        ssize_t count =
            write(STDIN_FILENO, (const char *)&received + written, sizeof received - written);

        if (count <= 0)
            _exit(1);
        written += (size_t)count;
    }
    _exit(0);
}

/* Reads the result from the pipe. False: it is incomplete. */
static bool read_result(int pipe_end, struct mail_received *out)
{
    size_t got = 0;

    while (got < sizeof *out) {
        ssize_t count = read(pipe_end, (char *)out + got, sizeof *out - got);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

int sandbox_read(const char *bytes, size_t size, struct mail_received *out)
{
    int ends[2], how = 0;
    struct mail_module reader;
    int code = mail_module_load(&reader);

    if (code != EXIT_DONE)
        return code;
    if (pipe(ends) != 0)
        return complain_with(EXIT_ENVIRONMENT, "a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        read_in_sandbox(&reader, bytes, size, ends[1]);
    }
    close(ends[1]);
    bool complete = child > 0 && read_result(ends[0], out);
    close(ends[0]);
    if (child < 0)
        return complain_with(EXIT_ENVIRONMENT, "a process: %s", strerror(errno));
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    if (!complete || !WIFEXITED(how) || WEXITSTATUS(how) != 0)
        *out = (struct mail_received){.text_kind = MAIL_TEXT_UNREADABLE};
    mail_received_check(out);
    return 0;
}
