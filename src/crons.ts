/** Sent by the self-hosted program after a start, and after the background process ended unexpectedly. */
export const START_CRON = "@start";

/** The cron in wrangler.toml that checks sources. */
export const COLLECTION_CRON = "*/15 * * * *";
