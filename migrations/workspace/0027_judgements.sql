CREATE TABLE `verdicts` (
	`key` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`verdict` text NOT NULL,
	`other_id` text,
	`reason` text NOT NULL,
	`missed` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `verdicts_by_session` ON `verdicts` (`session_id`);--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `judgement` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `usage` text;