ALTER TABLE `observables` ADD `created_at` text;--> statement-breakpoint
UPDATE `observables` SET `created_at` = `first_seen_at`;
