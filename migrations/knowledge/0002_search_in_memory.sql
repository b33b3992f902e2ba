ALTER TABLE `campaigns` DROP COLUMN `search_text`;--> statement-breakpoint
ALTER TABLE `groups` DROP COLUMN `search_text`;--> statement-breakpoint
ALTER TABLE `software` DROP COLUMN `search_text`;--> statement-breakpoint
ALTER TABLE `techniques` DROP COLUMN `search_text`;