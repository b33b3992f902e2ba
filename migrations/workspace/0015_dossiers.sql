CREATE TABLE `dossiers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`note` text NOT NULL,
	`tlp` text,
	`session_ids` text NOT NULL,
	`created_by` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dossiers_by_change` ON `dossiers` (`updated_at`);