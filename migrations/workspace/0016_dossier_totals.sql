INSERT INTO totals (name, n) SELECT 'dossiers', count(*) FROM dossiers;
--> statement-breakpoint
CREATE TRIGGER dossiers_counted AFTER INSERT ON dossiers BEGIN UPDATE totals SET n = n + 1 WHERE name = 'dossiers'; END;
--> statement-breakpoint
CREATE TRIGGER dossiers_discounted AFTER DELETE ON dossiers BEGIN UPDATE totals SET n = n - 1 WHERE name = 'dossiers'; END;
