/** Deno has no MutationObserver. The documents of these tests do not change, so this one never calls back. */
class MutationObserverDouble {
    observe() {}
}

Object.assign(globalThis, { MutationObserver: MutationObserverDouble });
