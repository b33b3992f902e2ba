/** Stands for a dot that was written in a defanged form: proof that a host name is meant. */
export const DEFANGED_DOT = "\uE000";
