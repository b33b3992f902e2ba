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
ALTER TABLE `sessions` ADD `assignee` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `review_state` text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_at` text;