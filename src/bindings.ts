/** The bindings that both wrangler.toml (Cloudflare) and src/selfhost (workerd) provide. */
export interface Bindings {
  KNOWLEDGE_DB: D1Database;
  WORKSPACE_DB: D1Database;
  FILES: R2Bucket;
  JOBS: Queue<{ job_id: string }>;
  ASSETS: Fetcher;
  /** Self-hosted only: parses external content in processes that can be ended. */
  READERS?: Fetcher;
  /** Self-hosted only, in the serving process: takes slow requests. */
  BACKGROUND?: Fetcher;
  /** Self-hosted only: reports on its processes and its disk. */
  HOST_PROGRAM?: Fetcher;
  /** Self-hosted only: set if `START_CRON` is sent once the databases are migrated. */
  START_UP?: "awaited";
  /** Self-hosted only: the network for endpoints that the operator configured, private ones included. */
  OPERATOR_NETWORK?: Fetcher;
  /** Self-hosted only: set if outgoing requests use a proxy, whose faults carry `FAULT_HEADER`. */
  EGRESS?: "explained";
}
