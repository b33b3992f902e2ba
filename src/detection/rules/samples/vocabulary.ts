const MIB = 1024 * 1024;

/** Maximum size of the events in one run, unpacked. */
export const MAX_EVENT_BYTES = 10 * MIB;

/** Maximum samples of a rule, which all run at every save. */
export const MAX_SAMPLES = 50;
/** Maximum size of one sample, as JSON lines in UTF-16 code units. A sample should have only a few events. */
export const MAX_SAMPLE_CHARS = 256 * 1024;
export const MAX_SAMPLE_EVENTS = 1_000;
/** Maximum size of all samples of a rule. */
export const MAX_SAMPLES_CHARS = 2 * MIB;
export const MAX_SAMPLE_NAME_CHARS = 200;

/** Maximum size of a rule and events in one body. */
export const MAX_ORDER_BYTES = 12 * MIB;
