/**
 * V8 flags for every workerd that we start.
 *
 * All Workers of a process share V8's helper threads, one fewer than there are cores. A helper that compiles
 * for one Worker may have to wait until that Worker's garbage is collected. Meanwhile the main thread may sweep
 * another Worker's garbage, and wait for a helper to do its part. If no helper is left, neither ends: workerd
 * uses a full core, does not respond and ignores SIGTERM. Without helper threads, a collection always ends.
 * workerd for macOS sets this flag itself.
 *
 * Workers collect the garbage that requests left outside the heap themselves (`platform/lib/garbage.ts`).
 */
export const V8_FLAGS: readonly string[] = ["--single-threaded-gc", "--expose-gc"];

/** Compiles regular expressions on first use, for a process that reads one document and ends. */
export const EAGER_EXPRESSIONS = "--no-regexp-tier-up";
