ALTER TABLE `sessions` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `input_sha256` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_key` ON `sessions` (`actor`,`idempotency_key`) WHERE idempotency_key is not null and status <> 'failed';