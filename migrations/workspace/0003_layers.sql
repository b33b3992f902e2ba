CREATE TABLE `layers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`domain` text NOT NULL,
	`version` text,
	`technique_ids` text NOT NULL,
	`technique_count` integer NOT NULL,
	`unknown_technique_ids` text NOT NULL,
	`former_techniques` text NOT NULL,
	`annotations` text NOT NULL,
	`navigator` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `layers_by_change` ON `layers` (`updated_at`);--> statement-breakpoint
CREATE INDEX `layers_by_domain` ON `layers` (`domain`);