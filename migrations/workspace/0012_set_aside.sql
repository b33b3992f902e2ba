ALTER TABLE `session_techniques` ADD `passages` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `warnings` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `set_aside` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `candidates` text DEFAULT '[]' NOT NULL;