CREATE TABLE `log_inventory` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`entries` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL
);
