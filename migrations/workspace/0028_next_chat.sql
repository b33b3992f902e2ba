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
CREATE TABLE `coverage_snapshots` (
	`domain` text NOT NULL,
	`day` text NOT NULL,
	`version` text NOT NULL,
	`counts` text NOT NULL,
	`taken_at` text NOT NULL,
	PRIMARY KEY(`domain`, `day`)
);
--> statement-breakpoint
CREATE INDEX `sessions_by_change` ON `sessions` (`status`,`updated_at`,`id`);