CREATE TABLE `attributions` (
	`release_id` integer NOT NULL,
	`campaign_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`release_id`, `campaign_id`, `group_id`)
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`release_id` integer NOT NULL,
	`stix_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text,
	`state` text NOT NULL,
	`replaced_by` text,
	`created` text,
	`modified` text,
	`external_references` text NOT NULL,
	`search_text` text NOT NULL,
	`aliases` text NOT NULL,
	`first_seen` text,
	`last_seen` text,
	PRIMARY KEY(`release_id`, `stix_id`)
);
--> statement-breakpoint
CREATE INDEX `campaigns_by_attack_id` ON `campaigns` (`release_id`,`attack_id`);--> statement-breakpoint
CREATE TABLE `groups` (
	`release_id` integer NOT NULL,
	`stix_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text,
	`state` text NOT NULL,
	`replaced_by` text,
	`created` text,
	`modified` text,
	`external_references` text NOT NULL,
	`search_text` text NOT NULL,
	`aliases` text NOT NULL,
	PRIMARY KEY(`release_id`, `stix_id`)
);
--> statement-breakpoint
CREATE INDEX `groups_by_attack_id` ON `groups` (`release_id`,`attack_id`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`domain` text NOT NULL,
	`version` text NOT NULL,
	`version_rank` integer NOT NULL,
	`state` text NOT NULL,
	`origin` text NOT NULL,
	`content_sha256` text NOT NULL,
	`technique_count` integer NOT NULL,
	`group_count` integer NOT NULL,
	`campaign_count` integer NOT NULL,
	`staged_at` text NOT NULL,
	`ingested_at` text,
	`retired_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `releases_ready` ON `releases` (`domain`,`version`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `releases_by_rank` ON `releases` (`domain`,`state`,`version_rank`);--> statement-breakpoint
CREATE TABLE `software` (
	`release_id` integer NOT NULL,
	`stix_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text,
	`state` text NOT NULL,
	`replaced_by` text,
	`created` text,
	`modified` text,
	`external_references` text NOT NULL,
	`search_text` text NOT NULL,
	`type` text NOT NULL,
	`aliases` text NOT NULL,
	`platforms` text NOT NULL,
	PRIMARY KEY(`release_id`, `stix_id`)
);
--> statement-breakpoint
CREATE INDEX `software_by_attack_id` ON `software` (`release_id`,`attack_id`);--> statement-breakpoint
CREATE TABLE `tactics` (
	`release_id` integer NOT NULL,
	`stix_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`shortname` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`release_id`, `stix_id`)
);
--> statement-breakpoint
CREATE TABLE `techniques` (
	`release_id` integer NOT NULL,
	`stix_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text,
	`state` text NOT NULL,
	`replaced_by` text,
	`created` text,
	`modified` text,
	`external_references` text NOT NULL,
	`search_text` text NOT NULL,
	`tactics` text NOT NULL,
	`platforms` text NOT NULL,
	`is_subtechnique` integer NOT NULL,
	PRIMARY KEY(`release_id`, `stix_id`)
);
--> statement-breakpoint
CREATE INDEX `techniques_by_attack_id` ON `techniques` (`release_id`,`attack_id`);--> statement-breakpoint
CREATE TABLE `uses` (
	`release_id` integer NOT NULL,
	`source_id` text NOT NULL,
	`target_id` text NOT NULL,
	`description` text,
	PRIMARY KEY(`release_id`, `source_id`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `uses_by_target` ON `uses` (`release_id`,`target_id`);