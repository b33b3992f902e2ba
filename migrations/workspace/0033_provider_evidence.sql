CREATE TABLE `enrichment_queries` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`asked_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `enrichment_queries_by_time` ON `enrichment_queries` (`provider`,`asked_at`);--> statement-breakpoint
ALTER TABLE `enrichments` ADD `evidence` text;