CREATE TABLE `source_items` (
	`source_id` text NOT NULL,
	`item` text NOT NULL,
	`version` text NOT NULL,
	PRIMARY KEY(`source_id`, `item`)
);
--> statement-breakpoint
ALTER TABLE `sources` ADD `filters` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `sources` ADD `state` text;--> statement-breakpoint
UPDATE `sources` SET `state` = json_object('etag', `etag`, 'last_modified', `last_modified`, 'body_sha256', `body_sha256`)
	WHERE `etag` IS NOT NULL OR `last_modified` IS NOT NULL OR `body_sha256` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sources` DROP COLUMN `etag`;--> statement-breakpoint
ALTER TABLE `sources` DROP COLUMN `last_modified`;--> statement-breakpoint
ALTER TABLE `sources` DROP COLUMN `body_sha256`;--> statement-breakpoint
ALTER TABLE `imports` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `run_id` text;--> statement-breakpoint
CREATE INDEX `imports_by_run` ON `imports` (`run_id`);