/** Sent once by the self-hosted program, after it took the lock on its data folder. */
export const START_CRON = "@start";
