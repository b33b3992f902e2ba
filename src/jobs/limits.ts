/** A job that was begun so often without an end is dead. */
export const MAX_ATTEMPTS = 5;
