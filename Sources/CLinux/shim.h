// What Swift's Glibc module leaves out.
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

/// prctl(2) takes any number of arguments, which Swift cannot call.
static inline int latchkey_prctl(int operation, unsigned long argument) {
    return prctl(operation, argument, 0UL, 0UL, 0UL);
}

// Declared by glibc for _GNU_SOURCE alone, which Swift does not define.
extern int pipe2(int ends[2], int flags);

/// Makes a pipe whose ends are closed on exec.
static inline int latchkey_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
