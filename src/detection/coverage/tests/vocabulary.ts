/** Result of a technique test: an alert, nothing, or prevention before it could run. */
export const TEST_RESULTS = ["detected", "missed", "blocked"] as const;
export type TestResult = (typeof TEST_RESULTS)[number];

/** Maximum length of `events` and `note`, in UTF-16 code units. */
export const MAX_EVENTS_CHARS = 2_000;
export const MAX_NOTE_CHARS = 10_000;
/** Maximum number of tests of all techniques. */
export const MAX_TESTS = 100_000;
