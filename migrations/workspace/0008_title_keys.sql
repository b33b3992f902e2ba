-- Short and general titles had no key; duplicates are decided by every title now. Of several reports with
-- one title the first keeps it. Titles beyond ASCII need Unicode's rules, which SQL has not: they stay as they are.
UPDATE OR IGNORE intake_reports SET title_key = lower(title) WHERE title_key IS NULL AND title <> '' AND title NOT GLOB '*[^ -~]*';
