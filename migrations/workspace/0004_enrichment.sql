CREATE TABLE `enrichment_turns` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `enrichments` (
	`id` text PRIMARY KEY NOT NULL,
	`observable_id` text NOT NULL,
	`provider` text NOT NULL,
	`target` text NOT NULL,
	`asked_for` text NOT NULL,
	`status` text NOT NULL,
	`confidence` integer NOT NULL,
	`summary` text NOT NULL,
	`detail` text,
	`source_url` text,
	`is_exact` integer NOT NULL,
	`cached` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`observable_id`) REFERENCES `observables`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrichments_by_observable` ON `enrichments` (`observable_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `enrichments_by_target` ON `enrichments` (`target`,`expires_at`);--> statement-breakpoint
CREATE TABLE `rdap_bootstraps` (
	`url` text PRIMARY KEY NOT NULL,
	`services` text,
	`etag` text,
	`last_modified` text,
	`error` text,
	`check_after` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rdap_limits` (
	`server` text PRIMARY KEY NOT NULL,
	`until` text NOT NULL
);
