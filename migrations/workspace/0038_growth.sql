CREATE INDEX `sessions_by_review` ON `sessions` (`status`,`review_state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`);--> statement-breakpoint
CREATE INDEX `runs_under_way` ON `runs` (`id`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `intake_reports_by_worth_in_any_state` ON `intake_reports` (3 * case when json_array_length(new_technique_ids) > 5 then 5 else json_array_length(new_technique_ids) end + 3 * case when json_array_length(exploited_cve_ids) > 5 then 5 else json_array_length(exploited_cve_ids) end + 2 * case when json_array_length(group_ids) > 5 then 5 else json_array_length(group_ids) end + 1 * case when json_array_length(software_ids) > 5 then 5 else json_array_length(software_ids) end + 1 * case when json_array_length(cve_ids) > 5 then 5 else json_array_length(cve_ids) end + 1 * case when json_array_length(technique_ids) > 5 then 5 else json_array_length(technique_ids) end,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `intake_reports_by_import` ON `intake_reports` (`import_id`,`created_at`,`id`) WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX `intake_reports_by_analysis` ON `intake_reports` (`analysis_status`,`created_at`,`id`) WHERE analysis_status is not null;--> statement-breakpoint
CREATE INDEX `jobs_by_date` ON `jobs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rules_undescribed` ON `rules` (`id`) WHERE known_as is null and content_sha256 is null or event_ids is null;--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'intake_reports.' || status, count(*) FROM intake_reports GROUP BY status;
--> statement-breakpoint
CREATE TRIGGER intake_reports_counted_by_status AFTER INSERT ON intake_reports BEGIN INSERT INTO totals (name, n) VALUES ('intake_reports.' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
CREATE TRIGGER intake_reports_discounted_by_status AFTER DELETE ON intake_reports BEGIN UPDATE totals SET n = n - 1 WHERE name = 'intake_reports.' || OLD.status; END;
--> statement-breakpoint
CREATE TRIGGER intake_reports_moved_by_status AFTER UPDATE OF status ON intake_reports WHEN OLD.status <> NEW.status BEGIN UPDATE totals SET n = n - 1 WHERE name = 'intake_reports.' || OLD.status; INSERT INTO totals (name, n) VALUES ('intake_reports.' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'sessions.' || status, count(*) FROM sessions GROUP BY status;
--> statement-breakpoint
CREATE TRIGGER sessions_counted_by_status AFTER INSERT ON sessions BEGIN INSERT INTO totals (name, n) VALUES ('sessions.' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
CREATE TRIGGER sessions_discounted_by_status AFTER DELETE ON sessions BEGIN UPDATE totals SET n = n - 1 WHERE name = 'sessions.' || OLD.status; END;
--> statement-breakpoint
CREATE TRIGGER sessions_moved_by_status AFTER UPDATE OF status ON sessions WHEN OLD.status <> NEW.status BEGIN UPDATE totals SET n = n - 1 WHERE name = 'sessions.' || OLD.status; INSERT INTO totals (name, n) VALUES ('sessions.' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
INSERT INTO totals (name, n) SELECT 'observables.' || kind, count(*) FROM observables GROUP BY kind;
--> statement-breakpoint
CREATE TRIGGER observables_counted_by_kind AFTER INSERT ON observables BEGIN INSERT INTO totals (name, n) VALUES ('observables.' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
CREATE TRIGGER observables_discounted_by_kind AFTER DELETE ON observables BEGIN UPDATE totals SET n = n - 1 WHERE name = 'observables.' || OLD.kind; END;
