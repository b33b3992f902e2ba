const MIB = 1024 * 1024;

/** Events of one run, unpacked. */
export const MAX_EVENT_BYTES = 10 * MIB;

/** Samples of a rule, which all run at every save. */
export const MAX_SAMPLES = 50;
/** Events of one sample, as JSON lines in UTF-16 code units; a few are meant. */
export const MAX_SAMPLE_CHARS = 256 * 1024;
export const MAX_SAMPLE_EVENTS = 1_000;
/** All samples of a rule together. */
export const MAX_SAMPLES_CHARS = 2 * MIB;
export const MAX_SAMPLE_NAME_CHARS = 200;

/** A rule and events in one body. */
export const MAX_ORDER_BYTES = 12 * MIB;
