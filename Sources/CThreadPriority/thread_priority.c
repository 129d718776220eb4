// Replaces setpriority(2) in the program; see Docs/decisions/0123-thread-priority.md.
//
// libdispatch gives its manager thread a nice value of -4, which only root may set. If the kernel refuses it,
// libdispatch writes a line to the system log at each start of each program. The thread works without it, so a refusal
// is no error.

#define _GNU_SOURCE
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "thread_priority.h"

int setpriority(__priority_which_t which, id_t who, int priority) {
    int result = (int)syscall(SYS_setpriority, which, who, priority);
    int refused = result != 0 && (errno == EACCES || errno == EPERM);
    return refused && priority < 0 ? 0 : result;
}
