CREATE TABLE `rule_samples` (
	`id` text PRIMARY KEY NOT NULL,
	`rule_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`expected` text NOT NULL,
	`events` text NOT NULL,
	`event_count` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `rules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rule_samples_by_rule` ON `rule_samples` (`rule_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `__new_rule_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`rule_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`technique_id` text,
	`techniques` text DEFAULT '[]' NOT NULL,
	`domain` text NOT NULL,
	`release` text NOT NULL,
	`telemetry` text,
	`session_id` text,
	`report_id` text,
	`content` text NOT NULL,
	`header` text,
	`validation` text NOT NULL,
	`test_run` text,
	`search_text` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `rules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_rule_versions` (id, rule_id, version, title, technique_id, techniques, domain, release, telemetry, session_id, report_id, content, validation, search_text, created_by, created_at)
SELECT id, rule_id, version, title, technique_id, json_array(technique_id), domain, release, telemetry, session_id, report_id, content, validation, search_text, created_by, created_at FROM rule_versions;--> statement-breakpoint
DROP TABLE `rule_versions`;--> statement-breakpoint
ALTER TABLE `__new_rule_versions` RENAME TO `rule_versions`;--> statement-breakpoint
CREATE UNIQUE INDEX `rule_versions_by_version` ON `rule_versions` (`rule_id`,`version`);--> statement-breakpoint
CREATE INDEX `rule_versions_by_date` ON `rule_versions` (`created_at`);--> statement-breakpoint
ALTER TABLE `rules` ADD `state` text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE `rules` ADD `known_as` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `rules` ADD `title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `rules` ADD `techniques` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `rules` ADD `logsource` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `level` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `status` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `content_sha256` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `updated_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `rules_by_known_id` ON `rules` (`language`,`known_as`) WHERE known_as is not null;--> statement-breakpoint
CREATE INDEX `rules_by_change` ON `rules` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `rules_by_state` ON `rules` (`state`,`updated_at`,`id`);--> statement-breakpoint
-- What is asked of the latest version stands with the rule from now on; log source, level and status
-- are read from the content when it is saved again.
UPDATE rules SET version = latest.version, title = latest.title, techniques = latest.techniques, updated_at = latest.created_at
FROM rule_versions AS latest
WHERE latest.rule_id = rules.id AND latest.version = (SELECT max(version) FROM rule_versions WHERE rule_id = rules.id);
