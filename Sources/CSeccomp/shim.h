#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdint.h>

/// The answer that a call fails with an error number (SCMP_ACT_ERRNO, which Swift cannot call).
static inline uint32_t latchkey_fail_with(int number) { return SCMP_ACT_ERRNO(number); }
