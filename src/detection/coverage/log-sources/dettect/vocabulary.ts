/** Key at the root of our files: each log source of the inventory as a line of JSON. */
export const LOG_SOURCES_KEY = "log_inventory";
/** Key of a detail that we made of log sources, which the lines say better. */
export const MADE_KEY = "made_from_log_inventory";
/** Key of a detail whose data quality nobody has judged; DeTT&CT wants numbers all the same. */
export const JUDGED_KEY = "quality_judged";

/** Details that we write, so that we can read them again: each has some hundred tokens of YAML. */
export const MAX_WRITTEN_DETAILS = 400;
/** A file with every component of ATT&CK on three systems has some 35,000; each takes a kilobyte of memory. */
export const MAX_TOKENS = 60_000;
