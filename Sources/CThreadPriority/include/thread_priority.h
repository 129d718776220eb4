#ifndef LATCHKEY_THREAD_PRIORITY_H
#define LATCHKEY_THREAD_PRIORITY_H

// The target replaces setpriority(2), which it does not declare: <sys/resource.h> does.

#endif
