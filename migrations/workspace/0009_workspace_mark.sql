CREATE TABLE `workspace_mark` (
	`id` integer PRIMARY KEY NOT NULL,
	`mark` text NOT NULL
);
