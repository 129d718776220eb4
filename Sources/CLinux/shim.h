// What Swift's Glibc module leaves out.
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// prctl(2) takes any number of arguments, which Swift cannot call.
static inline int latchkey_prctl(int operation, unsigned long argument) {
    return prctl(operation, argument, 0UL, 0UL, 0UL);
}

// Declared by glibc for _GNU_SOURCE alone, which Swift does not define.
extern int pipe2(int ends[2], int flags);
extern int renameat2(int from, const char *old_path, int to, const char *new_path, unsigned int flags);

/// Puts each of two paths in the other's place, in one step (RENAME_EXCHANGE).
static inline int latchkey_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, 2);
}

/// Moves to a path where nothing is (RENAME_NOREPLACE).
static inline int latchkey_move(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1);
}

/// Makes a pipe whose ends are closed on exec.
static inline int latchkey_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

/// Makes a timer that becomes readable when CLOCK_BOOTTIME reaches a time.
static inline int latchkey_boot_timer(long seconds, long nanoseconds) {
    int timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0) return timer;
    struct itimerspec until = {{0, 0}, {seconds, nanoseconds}};
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &until, NULL) == 0) return timer;
    int saved = errno;
    close(timer);
    errno = saved;
    return -1;
}
