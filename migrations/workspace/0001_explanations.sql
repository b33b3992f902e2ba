ALTER TABLE `session_techniques` ADD `features` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `session_techniques` ADD `runners_up` text DEFAULT '[]' NOT NULL;