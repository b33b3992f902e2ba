ALTER TABLE `sessions` ADD `mode` text DEFAULT 'balanced' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `min_confidence` real;