ALTER TABLE `upstream_index` ADD `skipped` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Asked for again as a whole: what was read of it before left pre-releases out.
UPDATE `upstream_index` SET `etag` = NULL, `last_modified` = NULL;
