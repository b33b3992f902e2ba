CREATE TABLE `warning_lists` (
	`name` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`version` integer NOT NULL,
	`matching_attributes` text NOT NULL,
	`entries` integer NOT NULL,
	`effect` text,
	`file_key` text NOT NULL,
	`file_bytes` integer NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text NOT NULL
);
