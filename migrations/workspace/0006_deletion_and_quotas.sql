CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_enrichments` (
	`id` text PRIMARY KEY NOT NULL,
	`observable_id` text NOT NULL,
	`provider` text NOT NULL,
	`target` text NOT NULL,
	`asked_for` text NOT NULL,
	`status` text NOT NULL,
	`confidence` integer NOT NULL,
	`summary` text NOT NULL,
	`detail` text,
	`source_url` text,
	`is_exact` integer NOT NULL,
	`cached` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`orphaned_at` text,
	`kind` text,
	`normalized_value` text
);
--> statement-breakpoint
INSERT INTO `__new_enrichments`("id", "observable_id", "provider", "target", "asked_for", "status", "confidence", "summary", "detail", "source_url", "is_exact", "cached", "created_at", "expires_at") SELECT "id", "observable_id", "provider", "target", "asked_for", "status", "confidence", "summary", "detail", "source_url", "is_exact", "cached", "created_at", "expires_at" FROM `enrichments`;--> statement-breakpoint
DROP TABLE `enrichments`;--> statement-breakpoint
ALTER TABLE `__new_enrichments` RENAME TO `enrichments`;--> statement-breakpoint
CREATE INDEX `enrichments_orphaned` ON `enrichments` (`kind`,`normalized_value`,`orphaned_at`) WHERE orphaned_at is not null;--> statement-breakpoint
CREATE INDEX `enrichments_by_observable` ON `enrichments` (`observable_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `enrichments_by_target` ON `enrichments` (`target`,`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `error` text;--> statement-breakpoint
ALTER TABLE `observables` ADD `confirmed_by` text;--> statement-breakpoint
CREATE INDEX `intake_reports_by_session` ON `intake_reports` (`session_id`);
--> statement-breakpoint
UPDATE sessions SET stored_bytes = chars_total;
--> statement-breakpoint
UPDATE observables SET confirmed_by = coalesce(
	(SELECT a.actor FROM audit a WHERE a.object_type = 'observable' AND a.object_id = observables.id AND a.action = 'observable.update' ORDER BY a.seq DESC LIMIT 1),
	(SELECT s.restored_by FROM suppressions s WHERE s.kind = observables.kind AND s.normalized_value = observables.normalized_value AND s.restored_at IS NOT NULL LIMIT 1));
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'sessions', count(*) FROM sessions;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'intake_reports', count(*) FROM intake_reports;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'observables', count(*) FROM observables;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'rules', count(*) FROM rules;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'layers', count(*) FROM layers;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'sources', count(*) FROM sources;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'stored_bytes', (SELECT coalesce(sum(stored_bytes), 0) FROM sessions) + (SELECT coalesce(sum(length(cast(text AS blob))), 0) FROM report_texts);
--> statement-breakpoint
CREATE TRIGGER intake_reports_counted AFTER INSERT ON intake_reports BEGIN UPDATE totals SET n = n + 1 WHERE name = 'intake_reports'; END;
--> statement-breakpoint
CREATE TRIGGER intake_reports_discounted AFTER DELETE ON intake_reports BEGIN UPDATE totals SET n = n - 1 WHERE name = 'intake_reports'; END;
--> statement-breakpoint
CREATE TRIGGER observables_counted AFTER INSERT ON observables BEGIN UPDATE totals SET n = n + 1 WHERE name = 'observables'; END;
--> statement-breakpoint
CREATE TRIGGER observables_discounted AFTER DELETE ON observables BEGIN UPDATE totals SET n = n - 1 WHERE name = 'observables'; END;
--> statement-breakpoint
CREATE TRIGGER rules_counted AFTER INSERT ON rules BEGIN UPDATE totals SET n = n + 1 WHERE name = 'rules'; END;
--> statement-breakpoint
CREATE TRIGGER rules_discounted AFTER DELETE ON rules BEGIN UPDATE totals SET n = n - 1 WHERE name = 'rules'; END;
--> statement-breakpoint
CREATE TRIGGER layers_counted AFTER INSERT ON layers BEGIN UPDATE totals SET n = n + 1 WHERE name = 'layers'; END;
--> statement-breakpoint
CREATE TRIGGER layers_discounted AFTER DELETE ON layers BEGIN UPDATE totals SET n = n - 1 WHERE name = 'layers'; END;
--> statement-breakpoint
CREATE TRIGGER sources_counted AFTER INSERT ON sources BEGIN UPDATE totals SET n = n + 1 WHERE name = 'sources'; END;
--> statement-breakpoint
CREATE TRIGGER sources_discounted AFTER DELETE ON sources BEGIN UPDATE totals SET n = n - 1 WHERE name = 'sources'; END;
--> statement-breakpoint
CREATE TRIGGER sessions_counted AFTER INSERT ON sessions BEGIN UPDATE totals SET n = n + CASE name WHEN 'sessions' THEN 1 ELSE NEW.stored_bytes END WHERE name IN ('sessions', 'stored_bytes'); END;
--> statement-breakpoint
CREATE TRIGGER sessions_discounted AFTER DELETE ON sessions BEGIN UPDATE totals SET n = n - CASE name WHEN 'sessions' THEN 1 ELSE OLD.stored_bytes END WHERE name IN ('sessions', 'stored_bytes'); END;
--> statement-breakpoint
CREATE TRIGGER report_texts_counted AFTER INSERT ON report_texts BEGIN UPDATE totals SET n = n + length(cast(NEW.text AS blob)) WHERE name = 'stored_bytes'; END;
--> statement-breakpoint
CREATE TRIGGER report_texts_discounted AFTER DELETE ON report_texts BEGIN UPDATE totals SET n = n - length(cast(OLD.text AS blob)) WHERE name = 'stored_bytes'; END;
--> statement-breakpoint
CREATE TRIGGER enrichments_orphan AFTER DELETE ON observables BEGIN UPDATE enrichments SET orphaned_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), kind = OLD.kind, normalized_value = OLD.normalized_value WHERE observable_id = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER enrichments_adopt AFTER INSERT ON observables BEGIN UPDATE enrichments SET observable_id = NEW.id, orphaned_at = NULL, kind = NULL, normalized_value = NULL WHERE kind = NEW.kind AND normalized_value = NEW.normalized_value AND orphaned_at IS NOT NULL; END;
