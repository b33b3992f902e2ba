ALTER TABLE `audit` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `audit_seals` ADD `mac` text;--> statement-breakpoint
DROP TRIGGER audit_seals_no_replace;--> statement-breakpoint
CREATE TRIGGER audit_seals_no_replace BEFORE INSERT ON audit_seals WHEN EXISTS (SELECT 1 FROM audit_seals WHERE seq = NEW.seq AND (hash <> NEW.hash OR prev_hash <> NEW.prev_hash OR mac IS NOT NEW.mac)) BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
