/** Maximum entries of the inventory; ATT&CK lists about 340 log sources and 110 data components. */
export const MAX_ENTRIES = 2_000;
/** Longest name of a log source, in UTF-16 code units; ATT&CK's longest has 78. */
export const MAX_NAME_CHARS = 200;
/** Maximum channels of an entry, and their maximum length; ATT&CK's longest has about 400. */
export const MAX_CHANNELS = 200;
export const MAX_CHANNEL_CHARS = 500;
export const MAX_PLATFORMS = 40;
export const MAX_PLATFORM_CHARS = 64;
export const MAX_NOTE_CHARS = 2_000;
export const MAX_PRODUCTS = 50;
export const MAX_PRODUCT_CHARS = 200;
/** Maximum size of all entries as JSON; a database row fits 2 MB. */
export const MAX_INVENTORY_BYTES = 1024 * 1024;

/** DeTT&CT's dimensions of data quality, each scored from 0 to 5. */
export const QUALITY_DIMENSIONS = [
  "device_completeness",
  "data_field_completeness",
  "timeliness",
  "consistency",
  "retention",
] as const;
