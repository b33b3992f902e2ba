CREATE TABLE `rule_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`rule_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`technique_id` text NOT NULL,
	`domain` text NOT NULL,
	`release` text NOT NULL,
	`telemetry` text,
	`session_id` text,
	`report_id` text,
	`content` text NOT NULL,
	`validation` text NOT NULL,
	`search_text` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `rules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rule_versions_by_version` ON `rule_versions` (`rule_id`,`version`);--> statement-breakpoint
CREATE INDEX `rule_versions_by_date` ON `rule_versions` (`created_at`);--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`language` text NOT NULL,
	`created_at` text NOT NULL
);
