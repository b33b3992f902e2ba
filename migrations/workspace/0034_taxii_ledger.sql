CREATE TABLE `taxii_objects` (
	`added` integer PRIMARY KEY NOT NULL,
	`level` text NOT NULL,
	`stix_id` text NOT NULL,
	`type` text NOT NULL,
	`version` text NOT NULL,
	`session_id` text NOT NULL,
	`in_observables` integer NOT NULL,
	`in_techniques` integer NOT NULL,
	`is_withdrawn` integer DEFAULT false NOT NULL,
	`kept` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `taxii_objects_by_id` ON `taxii_objects` (`level`,`stix_id`);--> statement-breakpoint
CREATE INDEX `taxii_objects_by_level` ON `taxii_objects` (`level`,`added`);--> statement-breakpoint
CREATE INDEX `taxii_objects_in_observables` ON `taxii_objects` (`level`,`added`) WHERE in_observables = 1;--> statement-breakpoint
CREATE INDEX `taxii_objects_in_techniques` ON `taxii_objects` (`level`,`added`) WHERE in_techniques = 1;--> statement-breakpoint
CREATE INDEX `taxii_objects_withdrawn` ON `taxii_objects` (`added`) WHERE is_withdrawn = 1;--> statement-breakpoint
CREATE TABLE `taxii_origins` (
	`session_id` text NOT NULL,
	`stix_id` text NOT NULL,
	`level` text NOT NULL,
	`version` text NOT NULL,
	PRIMARY KEY(`session_id`, `stix_id`)
);
--> statement-breakpoint
CREATE INDEX `taxii_origins_by_object` ON `taxii_origins` (`stix_id`,`level`,`version`,`session_id`);--> statement-breakpoint
CREATE TABLE `taxii_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`read_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `taxii_sessions_stale` ON `taxii_sessions` (`session_id`) WHERE read_at = '';--> statement-breakpoint
CREATE TABLE `taxii_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`turn` text NOT NULL,
	`last_added` integer NOT NULL,
	`sessions_until` text NOT NULL,
	`trail_until` integer NOT NULL
);
