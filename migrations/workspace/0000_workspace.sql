CREATE TABLE `session_techniques` (
	`session_id` text NOT NULL,
	`attack_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`tactic` text NOT NULL,
	`confidence` real NOT NULL,
	`evidence` text NOT NULL,
	`evidence_start` integer,
	`evidence_end` integer,
	`verified` integer NOT NULL,
	`replaced_from` text,
	`review_status` text NOT NULL,
	`hit` text,
	PRIMARY KEY(`session_id`, `attack_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`name` text,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`domain` text NOT NULL,
	`version` text NOT NULL,
	`filename` text,
	`actor` text NOT NULL,
	`chars_total` integer NOT NULL,
	`chars_analyzed` integer NOT NULL,
	`chunks` integer NOT NULL,
	`warnings` text NOT NULL,
	`summary` text NOT NULL,
	`apt_hints` text NOT NULL,
	`apt_matches` text NOT NULL,
	`rejected_techniques` text NOT NULL,
	`technique_count` integer NOT NULL,
	`failure` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_status` ON `sessions` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`object_type` text NOT NULL,
	`object_id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_id_unique` ON `audit` (`id`);--> statement-breakpoint
CREATE INDEX `audit_by_object` ON `audit` (`object_type`,`object_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`payload` text NOT NULL,
	`progress` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`run_after` text NOT NULL,
	`lease_owner` text,
	`lease_until` text,
	`error` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_live` ON `jobs` (`dedupe_key`) WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `jobs_by_state` ON `jobs` (`state`,`run_after`);--> statement-breakpoint
CREATE TABLE `rate_counts` (
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`minute` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`actor`, `action`, `minute`)
);
