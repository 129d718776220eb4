// What Swift's Glibc module leaves out.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// prctl(2) takes any number of arguments, which Swift cannot call.
static inline int latchkey_prctl(int operation, unsigned long argument) {
    return prctl(operation, argument, 0UL, 0UL, 0UL);
}

// Declared by glibc for _GNU_SOURCE alone, which Swift does not define.
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int renameat2(int from, const char *old_path, int to, const char *new_path, unsigned int flags);

/// Puts each of two paths in the other's place, in one step (RENAME_EXCHANGE).
static inline int latchkey_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, 2);
}

/// Moves to a path where nothing is (RENAME_NOREPLACE).
static inline int latchkey_move(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1);
}

/// Opens a new file without a name in a folder, with mode 0600 (O_TMPFILE).
static inline int latchkey_unnamed_file(const char *folder) {
    return open(folder, 020000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0600);
}

/// Gives an unnamed file a name that is free. In C because linkat(2) needs the path of a descriptor.
static inline int latchkey_name(int file, const char *path) {
    char descriptor[32];
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
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

/// Makes a file in memory that is closed on exec (MFD_CLOEXEC).
static inline int latchkey_memory_file(void) { return memfd_create("latchkey", 1U); }

/// Starts a program in "/" without an environment, with count descriptors as 0, 1, 2 and so on and no others, and with
/// the signals as they are by default. Gives an error's number, or 0.
///
/// In C because Swift cannot name some of these types alike on every system.
static inline int latchkey_spawn(pid_t *child, const char *program, char *const words[], const int *descriptors,
                                 int count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    char *const environment[] = {NULL};
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigfillset(&all);
    sigemptyset(&none);
    // Copies that are out of the way of the numbers that the child has them under.
    int copies[8];
    int copied = 0;
    if (count > 8) error = EINVAL;
    for (; copied < count && !error; copied++) {
        copies[copied] = fcntl(descriptors[copied], F_DUPFD_CLOEXEC, count);
        if (copies[copied] < 0) {
            error = errno;
            break;
        }
        error = posix_spawn_file_actions_adddup2(&actions, copies[copied], copied);
    }
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, "/");
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!error) error = posix_spawn(child, program, &actions, &attributes, words, environment);
    for (int i = 0; i < copied; i++) close(copies[i]);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// The variables of this process, as an array that ends with NULL. (Swift takes the variable itself for a data race.)
static inline char **latchkey_environment(void) {
    extern char **environ;
    return environ;
}
