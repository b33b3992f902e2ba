/**
 * Flags of V8 for workerd wherever we start it.
 *
 * All Workers of a process share V8's helper threads, of which there is one less than there are cores. A helper that
 * compiles for one Worker may have to wait until that Worker's garbage is collected. Meanwhile the main thread may
 * sweep what another Worker left, and wait for a helper to do its part. When no helper is left, neither ends:
 * workerd uses a full core, answers nothing and ignores SIGTERM. Without helper threads, a collection always
 * ends. workerd for macOS sets this flag itself.
 *
 * Workers collect what requests left outside of the heap themselves (`platform/lib/garbage.ts`).
 */
export const V8_FLAGS: readonly string[] = ["--single-threaded-gc", "--expose-gc"];

/** Compiles regular expressions when they are first used, for a process that reads one document and ends. */
export const EAGER_EXPRESSIONS = "--no-regexp-tier-up";
