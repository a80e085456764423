/* sandbox.c - restricts a process by limits (setrlimit) and by a list of allowed system calls
 * (seccomp): memory, and reading and writing what is open. Other calls fail instead of ending the
 * process, so that a library that looks for an optional file continues without it. */
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
#include "mail/pipe.h"

#define MEMORY_BYTES (512UL * 1024 * 1024)
#define READ_SECONDS 10 /* of the processor, for a mail that is read */

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

/* Allows only the system calls for memory and open files. False: the kernel does not support
 * this. */
static bool restrict_calls(void)
{
#ifdef SANDBOX_ARCH
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_read),
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

bool sandbox_enter(int seconds)
{
    closefrom(STDIN_FILENO + 1);
    return
#ifndef SANITIZED
        restrict_resource(RLIMIT_AS, MEMORY_BYTES) &&
#endif
        restrict_resource(RLIMIT_CPU, (rlim_t)seconds) && restrict_resource(RLIMIT_FSIZE, 0) &&
        restrict_resource(RLIMIT_CORE, 0) && restrict_resource(RLIMIT_NOFILE, 1) &&
        restrict_calls();
}

int mail_module_load(struct mail_module *out)
{
    void *handle;
    int code = module_load("paua-mail", MAIL_LIBRARY, &handle);

    if (code != EXIT_DONE)
        return code;
    *(void **)&out->read_init = dlsym(handle, "mail_received_init");
    *(void **)&out->read = dlsym(handle, "mail_received_read");
    *(void **)&out->draft_init = dlsym(handle, "mail_draft_init");
    *(void **)&out->write = dlsym(handle, "mail_draft_write");
    return out->read_init && out->read && out->draft_init && out->write
               ? EXIT_DONE
               : complain_with(EXIT_ENVIRONMENT, "%s", dlerror());
}

/* Runs in the child process: reads the mail and writes the result into the pipe. Never returns. */
static void read_in_sandbox(const struct mail_module *reader, const char *bytes, size_t size,
                            int pipe_end)
{
    reader->read_init(); /* may read files */
    if (dup2(pipe_end, STDIN_FILENO) < 0 || !sandbox_enter(READ_SECONDS))
        _exit(1);
    static struct mail_received received;
    reader->read(bytes, size, &received);
    if (!pipe_write(STDIN_FILENO, &received, sizeof received))
        _exit(1);
    _exit(0);
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
    bool complete = child > 0 && pipe_read(ends[0], out, sizeof *out);
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
