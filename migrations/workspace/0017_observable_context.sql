ALTER TABLE `observable_sources` ADD `role` text DEFAULT 'mentioned' NOT NULL;--> statement-breakpoint
ALTER TABLE `observable_sources` ADD `confidence` integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE `observable_sources` ADD `count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `observable_sources` ADD `places` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `observable_sources` ADD `read_at` text;--> statement-breakpoint
ALTER TABLE `observables` ADD `role` text DEFAULT 'mentioned' NOT NULL;--> statement-breakpoint
ALTER TABLE `observables` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `observables` ADD `expires_at` text;--> statement-breakpoint
ALTER TABLE `observables` ADD `search_key` text;--> statement-breakpoint
ALTER TABLE `observables` ADD `address_key` text;--> statement-breakpoint
CREATE INDEX `observables_by_kind` ON `observables` (`kind`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `observables_by_role` ON `observables` (`role`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `observables_by_expiry` ON `observables` (`expires_at`,`id`);--> statement-breakpoint
CREATE INDEX `observables_by_prefix` ON `observables` (`normalized_value`);--> statement-breakpoint
CREATE INDEX `observables_by_search_key` ON `observables` (`search_key`) WHERE search_key is not null;--> statement-breakpoint
CREATE INDEX `observables_by_address` ON `observables` (`address_key`) WHERE address_key is not null;--> statement-breakpoint
CREATE INDEX `observables_by_hand` ON `observables` (`last_seen_at`,`id`) WHERE origin = 'manual';--> statement-breakpoint
CREATE INDEX `observables_tagged` ON `observables` (`last_seen_at`,`id`) WHERE tags <> '[]';--> statement-breakpoint
ALTER TABLE `suppressions` ADD `list` text;
--> statement-breakpoint
UPDATE observables SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', last_seen_at, CASE kind WHEN 'ipv4' THEN '+90 days' ELSE '+180 days' END) WHERE kind IN ('ipv4', 'domain');
--> statement-breakpoint
UPDATE observables SET address_key = '00000000000000000000ffff' || (SELECT group_concat(printf('%02x', o.value), '') FROM (SELECT value FROM json_each('[' || replace(normalized_value, '.', ',') || ']') ORDER BY key) o) WHERE kind = 'ipv4';
--> statement-breakpoint
UPDATE observables SET search_key = (SELECT group_concat(l.value, '.') FROM (SELECT value FROM json_each('["' || replace(normalized_value, '.', '","') || '"]') ORDER BY key DESC) l) WHERE kind = 'domain';
--> statement-breakpoint
UPDATE observables SET search_key = '/' || substr(normalized_value, 5) WHERE kind = 'cve';
--> statement-breakpoint
UPDATE observables SET role = 'indicator' WHERE origin = 'manual' OR confidence >= 75;
--> statement-breakpoint
UPDATE observables SET decided_by = confirmed_by WHERE confirmed_by IS NOT NULL;
--> statement-breakpoint
UPDATE observable_sources SET (role, confidence) = (SELECT o.role, o.confidence FROM observables o WHERE o.kind = observable_sources.kind AND o.normalized_value = observable_sources.normalized_value) WHERE EXISTS (SELECT 1 FROM observables o WHERE o.kind = observable_sources.kind AND o.normalized_value = observable_sources.normalized_value);
--> statement-breakpoint
INSERT INTO jobs (id, kind, actor, payload, progress, dedupe_key, state, attempts, run_after, created_at, updated_at) SELECT lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2), hex(randomblob(6)))), 'reread_observables', 'service', json_object('before', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), '{}', 'reread_observables', 'queued', 0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE EXISTS (SELECT 1 FROM intake_reports) OR EXISTS (SELECT 1 FROM sessions);
