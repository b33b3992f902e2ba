/** Root key of our files: each log source of the inventory as a line of JSON. */
export const LOG_SOURCES_KEY = "log_inventory";
/** Key of a detail that was generated from log sources, whose lines are more precise. */
export const MADE_KEY = "made_from_log_inventory";
/** Key of a detail whose data quality nobody has rated, since DeTT&CT requires numbers anyway. */
export const JUDGED_KEY = "quality_judged";

/** Maximum details to write, so that the file can be read again: each has about a hundred YAML tokens. */
export const MAX_WRITTEN_DETAILS = 400;
/** A file with every ATT&CK component on three systems has about 35,000; each takes a kilobyte of memory. */
export const MAX_TOKENS = 60_000;
