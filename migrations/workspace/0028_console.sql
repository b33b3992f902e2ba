CREATE TABLE `session_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`attack_id` text,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_comments_by_session` ON `session_comments` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `session_days` (
	`session_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`day` text NOT NULL,
	`dated_by` text NOT NULL,
	`read_at` text NOT NULL,
	`release` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_days_by_day` ON `session_days` (`domain`,`day`,`dated_by`);--> statement-breakpoint
CREATE TABLE `session_subjects` (
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`domain` text NOT NULL,
	`day` text NOT NULL,
	`accepted` integer,
	PRIMARY KEY(`session_id`, `kind`, `subject_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_subjects_by_subject` ON `session_subjects` (`domain`,`kind`,`subject_id`,`day`,`accepted`,`session_id`);--> statement-breakpoint
CREATE TABLE `report_arrivals` (
	`report_id` text NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`url` text,
	`publisher` text,
	`source_id` text,
	`import_id` text,
	`arrived_at` text NOT NULL,
	PRIMARY KEY(`report_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `coverage_snapshots` (
	`domain` text NOT NULL,
	`day` text NOT NULL,
	`version` text NOT NULL,
	`counts` text NOT NULL,
	`taken_at` text NOT NULL,
	PRIMARY KEY(`domain`, `day`)
);
--> statement-breakpoint
CREATE TABLE `coverage_tests` (
	`id` text PRIMARY KEY NOT NULL,
	`attack_id` text NOT NULL,
	`name` text NOT NULL,
	`domain` text NOT NULL,
	`rule_id` text,
	`rule_title` text,
	`result` text NOT NULL,
	`tested_at` text NOT NULL,
	`events` text NOT NULL,
	`note` text NOT NULL,
	`created_by` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `coverage_tests_by_technique` ON `coverage_tests` (`domain`,`attack_id`,`tested_at`);--> statement-breakpoint
CREATE INDEX `coverage_tests_by_date` ON `coverage_tests` (`tested_at`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `session_changes` ADD `batch_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `assignee` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `review_state` text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_at` text;--> statement-breakpoint
CREATE INDEX `sessions_by_change` ON `sessions` (`status`,`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `imports` ADD `filename` text;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `software_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `cve_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `exploited_cve_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `new_technique_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `decided_at` text;--> statement-breakpoint
CREATE INDEX `intake_reports_by_worth` ON `intake_reports` (`status`,3 * case when json_array_length(new_technique_ids) > 5 then 5 else json_array_length(new_technique_ids) end + 3 * case when json_array_length(exploited_cve_ids) > 5 then 5 else json_array_length(exploited_cve_ids) end + 2 * case when json_array_length(group_ids) > 5 then 5 else json_array_length(group_ids) end + 1 * case when json_array_length(software_ids) > 5 then 5 else json_array_length(software_ids) end + 1 * case when json_array_length(cve_ids) > 5 then 5 else json_array_length(cve_ids) end + 1 * case when json_array_length(technique_ids) > 5 then 5 else json_array_length(technique_ids) end,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `intake_reports_with_new_techniques` ON `intake_reports` (`status`) WHERE new_technique_ids <> '[]';--> statement-breakpoint
CREATE INDEX `session_techniques_by_id` ON `session_techniques` (`attack_id`,`review_status`,`session_id`);