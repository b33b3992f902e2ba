CREATE TABLE `upstream_bundles` (
	`url` text PRIMARY KEY NOT NULL,
	`etag` text,
	`last_modified` text,
	`sha256` text NOT NULL,
	`ingested_modified` text
);
--> statement-breakpoint
CREATE TABLE `upstream_index` (
	`url` text PRIMARY KEY NOT NULL,
	`etag` text,
	`last_modified` text,
	`releases` text NOT NULL,
	`seen_at` text NOT NULL
);
