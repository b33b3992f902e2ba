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
CREATE INDEX `coverage_tests_by_date` ON `coverage_tests` (`tested_at`,`created_at`,`id`);