/** Sent by the self-hosted program after a start, and after the background process ended unexpectedly. */
export const START_CRON = "@start";

/** The cron of wrangler.toml at which sources are looked at. */
export const COLLECTION_CRON = "*/15 * * * *";
