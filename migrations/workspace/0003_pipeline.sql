CREATE TABLE `audit_seals` (
	`seq` integer PRIMARY KEY NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`trigger` text NOT NULL,
	`status` text NOT NULL,
	`items_seen` integer NOT NULL,
	`items_created` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`filtered` integer NOT NULL,
	`observables_created` integer NOT NULL,
	`observables_known` integer NOT NULL,
	`suppressed` integer NOT NULL,
	`error` text,
	`started_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `runs_by_source` ON `runs` (`source_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `runs_by_date` ON `runs` (`started_at`,`id`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`enabled` integer NOT NULL,
	`interval_minutes` integer NOT NULL,
	`include` text NOT NULL,
	`exclude` text NOT NULL,
	`moved_to` text,
	`etag` text,
	`last_modified` text,
	`body_sha256` text,
	`last_run_at` text,
	`next_run_at` text NOT NULL,
	`last_status` text,
	`last_error` text,
	`consecutive_failures` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_by_url` ON `sources` (`url_key`);--> statement-breakpoint
CREATE INDEX `sources_by_next_run` ON `sources` (`enabled`,`next_run_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `import_receipts` (
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`pointer` text NOT NULL,
	`object_type` text,
	`object_id` text,
	`outcome` text NOT NULL,
	`reason` text,
	`report_id` text,
	PRIMARY KEY(`import_id`, `position`)
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`actor` text NOT NULL,
	`items_seen` integer NOT NULL,
	`items_created` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`suppressed` integer NOT NULL,
	`observables_created` integer NOT NULL,
	`observables_known` integer NOT NULL,
	`errors` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_by_date` ON `imports` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `intake_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`url` text,
	`publisher` text,
	`summary` text NOT NULL,
	`status` text NOT NULL,
	`source_reliability` text,
	`technique_ids` text NOT NULL,
	`group_ids` text NOT NULL,
	`analyst_notes` text NOT NULL,
	`source_id` text,
	`import_id` text,
	`session_id` text,
	`analysis_status` text,
	`analysis_error` text,
	`published_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`url_key` text,
	`title_key` text,
	`foreign_key` text,
	`search_text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intake_reports_by_url` ON `intake_reports` (`url_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `intake_reports_by_title` ON `intake_reports` (`title_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `intake_reports_by_foreign_key` ON `intake_reports` (`foreign_key`);--> statement-breakpoint
CREATE INDEX `intake_reports_by_date` ON `intake_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `intake_reports_by_status` ON `intake_reports` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `intake_reports_by_source` ON `intake_reports` (`source_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `report_texts` (
	`report_id` text NOT NULL,
	`part` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`report_id`, `part`)
);
--> statement-breakpoint
CREATE TABLE `layers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`domain` text NOT NULL,
	`version` text,
	`technique_ids` text NOT NULL,
	`technique_count` integer NOT NULL,
	`unknown_technique_ids` text NOT NULL,
	`former_techniques` text NOT NULL,
	`annotations` text NOT NULL,
	`navigator` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `layers_by_change` ON `layers` (`updated_at`);--> statement-breakpoint
CREATE INDEX `layers_by_domain` ON `layers` (`domain`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `observable_sources` (
	`kind` text NOT NULL,
	`normalized_value` text NOT NULL,
	`source_type` text NOT NULL,
	`source_id` text NOT NULL,
	PRIMARY KEY(`kind`, `normalized_value`, `source_type`, `source_id`)
);
--> statement-breakpoint
CREATE INDEX `observable_sources_by_source` ON `observable_sources` (`source_type`,`source_id`);--> statement-breakpoint
CREATE TABLE `observables` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`normalized_value` text NOT NULL,
	`origin` text NOT NULL,
	`confidence` integer NOT NULL,
	`tags` text NOT NULL,
	`first_seen_at` text NOT NULL,
	`last_seen_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `observables_by_value` ON `observables` (`kind`,`normalized_value`);--> statement-breakpoint
CREATE INDEX `observables_by_date` ON `observables` (`last_seen_at`,`id`);--> statement-breakpoint
CREATE TABLE `suppressions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`normalized_value` text NOT NULL,
	`rule` text NOT NULL,
	`first_seen_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`restored_at` text,
	`restored_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suppressions_by_value` ON `suppressions` (`kind`,`normalized_value`,`rule`);--> statement-breakpoint
CREATE INDEX `suppressions_by_date` ON `suppressions` (`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_date` ON `audit` (`created_at`);