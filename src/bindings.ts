/** The bindings that wrangler.toml (Cloudflare) and src/selfhost (workerd) provide alike. */
export interface Bindings {
  KNOWLEDGE_DB: D1Database;
  WORKSPACE_DB: D1Database;
  FILES: R2Bucket;
  JOBS: Queue<{ job_id: string }>;
  ASSETS: Fetcher;
  /** Self-hosted only: reads what comes from outside in processes that can be ended. */
  READERS?: Fetcher;
  /** Self-hosted only, in the process that serves: takes requests that take long. */
  BACKGROUND?: Fetcher;
  /** Self-hosted only: reports on its processes and its disk. */
  HOST_PROGRAM?: Fetcher;
  /** Self-hosted only: set when `START_CRON` is sent once the databases are migrated. */
  START_UP?: "awaited";
  /** Self-hosted only: the network for endpoints that the operator configured, private ones included. */
  OPERATOR_NETWORK?: Fetcher;
  /** Self-hosted only: set where requests leave by a proxy, whose faults `FAULT_HEADER` marks. */
  EGRESS?: "explained";
}
