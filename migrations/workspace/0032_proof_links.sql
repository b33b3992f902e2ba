CREATE TABLE `proof_links` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`signed_at` text NOT NULL,
	`content_sha256` text NOT NULL,
	`hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `proof_links_hash_unique` ON `proof_links` (`hash`);--> statement-breakpoint
CREATE INDEX `proof_links_by_session` ON `proof_links` (`session_id`);--> statement-breakpoint
CREATE INDEX `proof_links_by_expiry` ON `proof_links` (`expires_at`);