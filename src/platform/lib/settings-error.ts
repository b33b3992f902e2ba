/** A setting that is invalid or conflicts with others. The message names the setting, never its value. */
export class SettingsError extends Error {}
