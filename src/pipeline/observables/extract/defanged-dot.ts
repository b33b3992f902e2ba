/** Marker for a dot that was written in a defanged form, which proves that a host name is meant. */
export const DEFANGED_DOT = "\uE000";
