ALTER TABLE `import_receipts` ADD `rule` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `outcomes` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `detection_sha256` text;--> statement-breakpoint
ALTER TABLE `rules` ADD `sketch` text;--> statement-breakpoint
CREATE INDEX `rules_by_content` ON `rules` (`content_sha256`) WHERE known_as is null;