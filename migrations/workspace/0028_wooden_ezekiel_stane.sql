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
ALTER TABLE `intake_reports` ADD `software_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `cve_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `exploited_cve_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `new_technique_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `intake_reports` ADD `decided_at` text;--> statement-breakpoint
CREATE INDEX `intake_reports_by_worth` ON `intake_reports` (`status`,3 * case when json_array_length(new_technique_ids) > 5 then 5 else json_array_length(new_technique_ids) end + 3 * case when json_array_length(exploited_cve_ids) > 5 then 5 else json_array_length(exploited_cve_ids) end + 2 * case when json_array_length(group_ids) > 5 then 5 else json_array_length(group_ids) end + 1 * case when json_array_length(software_ids) > 5 then 5 else json_array_length(software_ids) end + 1 * case when json_array_length(cve_ids) > 5 then 5 else json_array_length(cve_ids) end + 1 * case when json_array_length(technique_ids) > 5 then 5 else json_array_length(technique_ids) end,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `intake_reports_with_new_techniques` ON `intake_reports` (`status`) WHERE new_technique_ids <> '[]';--> statement-breakpoint
CREATE INDEX `session_techniques_by_technique` ON `session_techniques` (`attack_id`,`review_status`);