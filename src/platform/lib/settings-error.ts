/** A setting that is not valid, or does not fit the others; the message names it and no value. */
export class SettingsError extends Error {}
