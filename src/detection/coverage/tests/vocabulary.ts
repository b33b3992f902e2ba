/** How a test of a technique ended: an alert, nothing, or prevented before it could run. */
export const TEST_RESULTS = ["detected", "missed", "blocked"] as const;
export type TestResult = (typeof TEST_RESULTS)[number];

/** Longest `events` and `note`, in UTF-16 code units. */
export const MAX_EVENTS_CHARS = 2_000;
export const MAX_NOTE_CHARS = 10_000;
/** Tests of all techniques together. */
export const MAX_TESTS = 100_000;
