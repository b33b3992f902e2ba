CREATE TABLE `tallies` (
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`aspect` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`name`, `subject`, `aspect`)
);
--> statement-breakpoint
CREATE TRIGGER analyses_tallied AFTER UPDATE OF status ON sessions WHEN OLD.status = 'processing' AND NEW.status <> 'processing' BEGIN INSERT INTO tallies (name, subject, aspect, n) VALUES ('analyses', NEW.provider, NEW.status, 1) ON CONFLICT (name, subject, aspect) DO UPDATE SET n = n + 1; END;
--> statement-breakpoint
CREATE TRIGGER jobs_tallied AFTER UPDATE OF state ON jobs WHEN NEW.state IN ('done', 'failed', 'dead') AND OLD.state NOT IN ('done', 'failed', 'dead') BEGIN INSERT INTO tallies (name, subject, aspect, n) VALUES ('jobs', NEW.kind, NEW.state, 1) ON CONFLICT (name, subject, aspect) DO UPDATE SET n = n + 1; END;
