ALTER TABLE `sessions` ADD `source_url` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `language` text;