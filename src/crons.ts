/** Sent once by the self-hosted program, after it took the lock on its data folder. */
export const START_CRON = "@start";

/** The cron of wrangler.toml at which sources are looked at. */
export const COLLECTION_CRON = "*/15 * * * *";
