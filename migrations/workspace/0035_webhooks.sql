CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`message_id` text NOT NULL,
	`event_type` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text,
	`last_attempt_at` text,
	`status_code` integer,
	`error` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_message` ON `webhook_deliveries` (`webhook_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_date` ON `webhook_deliveries` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`facts` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_id_unique` ON `webhook_events` (`id`);--> statement-breakpoint
CREATE TABLE `webhook_releases` (
	`key` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`shape` text NOT NULL,
	`event_types` text NOT NULL,
	`include_restricted` integer NOT NULL,
	`enabled` integer NOT NULL,
	`disabled_reason` text,
	`host` text NOT NULL,
	`sealed` text NOT NULL,
	`previous_until` text,
	`failing_since` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER webhook_analysis_completed AFTER UPDATE OF status ON sessions WHEN NEW.status = 'completed' AND OLD.status <> 'completed' AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'analysis.completed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'analysis.completed', NEW.id, '{}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_analysis_repeated AFTER INSERT ON session_changes WHEN NEW.action = 'reanalysed' AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'analysis.completed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'analysis.completed', NEW.session_id, '{"reanalysed":true}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_analysis_signed AFTER UPDATE OF review_state ON sessions WHEN NEW.review_state = 'signed' AND OLD.review_state <> 'signed' AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'analysis.signed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'analysis.signed', NEW.id, '{}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_intake_created AFTER INSERT ON intake_reports WHEN EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'intake.created') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'intake.created', NEW.id, json_object('source_id', NEW.source_id, 'import_id', NEW.import_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_sync_failed AFTER UPDATE OF state ON jobs WHEN NEW.kind IN ('check_and_sync', 'ingest_bundle') AND NEW.state IN ('failed', 'dead') AND OLD.state NOT IN ('failed', 'dead') AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'sync.failed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'sync.failed', NEW.id, json_object('progress', json(NEW.progress), 'error', NEW.error), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_coverage_taken AFTER INSERT ON coverage_snapshots WHEN (SELECT counts FROM coverage_snapshots b WHERE b.domain = NEW.domain AND b.day < NEW.day ORDER BY b.day DESC LIMIT 1) IS NOT NEW.counts AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'coverage.changed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'coverage.changed', NEW.domain, json_object('domain', NEW.domain, 'version', NEW.version, 'day', NEW.day, 'counts', json(NEW.counts), 'before', json((SELECT counts FROM coverage_snapshots b WHERE b.domain = NEW.domain AND b.day < NEW.day ORDER BY b.day DESC LIMIT 1))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_coverage_changed AFTER UPDATE OF counts ON coverage_snapshots WHEN OLD.counts <> NEW.counts AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'coverage.changed') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'coverage.changed', NEW.domain, json_object('domain', NEW.domain, 'version', NEW.version, 'day', NEW.day, 'counts', json(NEW.counts), 'before', json(OLD.counts)), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
--> statement-breakpoint
CREATE TRIGGER webhook_source_failing AFTER UPDATE OF consecutive_failures ON sources WHEN NEW.consecutive_failures >= 3 AND OLD.consecutive_failures < 3 AND EXISTS (SELECT 1 FROM webhooks w, json_each(w.event_types) t WHERE w.enabled = 1 AND t.value = 'source.failing') BEGIN INSERT INTO webhook_events (id, type, object_id, facts, at) VALUES (lower(hex(randomblob(16))), 'source.failing', NEW.id, json_object('consecutive_failures', NEW.consecutive_failures), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
