CREATE TABLE `session_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`session_id` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`attack_id` text,
	`subjects` text NOT NULL,
	`fields` text NOT NULL,
	`before` text,
	`after` text,
	`undoes` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_changes_id_unique` ON `session_changes` (`id`);--> statement-breakpoint
CREATE INDEX `session_changes_by_session` ON `session_changes` (`session_id`,`seq`);--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `origin` text DEFAULT 'analysis' NOT NULL;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `found_as` text;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `changed_by` text;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `changed_at` text;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `decided` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `title` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tlp` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `search_text` text;