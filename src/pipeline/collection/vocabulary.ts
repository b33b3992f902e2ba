export const SOURCE_KINDS = ["rss", "taxii", "misp_feed", "misp"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Filters on what is requested from a server, in addition to the keywords that every kind supports. */
export const FILTERS = ["types", "tags", "organizations"] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = { [name in FilterName]?: string[] | undefined };

/** Where a source was found: at the address itself, in a link or list of it, or at a usual path. */
export const SOURCE_ORIGINS = ["address", "linked", "usual_path"] as const;
export type SourceOrigin = (typeof SOURCE_ORIGINS)[number];

export const RUN_STATES = ["running", "complete", "not_modified", "failed"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Who started a run. */
export const RUN_TRIGGERS = ["manual", "scheduler"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** How often the scheduler looks for due sources, and its tolerance for a cron that fires slightly early. */
export const SLOT_MINUTES = 15;
export const GRACE_SECONDS = 60;
