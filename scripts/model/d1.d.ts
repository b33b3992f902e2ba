/** The names that stores have of the platform, for scripts that run what stands beside the stores. */
type D1Database = import("@cloudflare/workers-types").D1Database;
type D1PreparedStatement = import("@cloudflare/workers-types").D1PreparedStatement;
type D1Result<T = unknown> = import("@cloudflare/workers-types").D1Result<T>;
