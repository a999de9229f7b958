-- How many have entered, counted by triggers: lists of tournaments do not count the entries of each, and a process of the
-- earlier release does not know the column.
ALTER TABLE "tournaments" ADD COLUMN "entrants" INTEGER NOT NULL DEFAULT 0;

-- What Prisma's language cannot express

-- also waits for processes that are entering somebody
LOCK TABLE "tournament_entries" IN SHARE ROW EXCLUSIVE MODE;
UPDATE "tournaments" t SET "entrants" = counted."n"
  FROM (SELECT "tournament_id", count(*)::int AS "n" FROM "tournament_entries" GROUP BY "tournament_id") counted
  WHERE counted."tournament_id" = t."id";

CREATE FUNCTION "count_entrants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "tournaments" t SET "entrants" = t."entrants" + CASE TG_OP WHEN 'INSERT' THEN counted."n" ELSE -counted."n" END
    FROM (SELECT "tournament_id", count(*)::int AS "n" FROM "changed" GROUP BY "tournament_id") counted
    WHERE counted."tournament_id" = t."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "tournament_entries_entered" AFTER INSERT ON "tournament_entries"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_entrants"();
CREATE TRIGGER "tournament_entries_withdrawn" AFTER DELETE ON "tournament_entries"
  REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_entrants"();

-- a season's entries are divided between its divisions
CREATE FUNCTION "count_moved_entrants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "tournaments" t SET "entrants" = t."entrants" + counted."n"
    FROM (
      SELECT "tournament_id", sum("n")::int AS "n" FROM (
        SELECT "tournament_id", 1 AS "n" FROM "after" UNION ALL SELECT "tournament_id", -1 FROM "before"
      ) changed GROUP BY "tournament_id" HAVING sum("n") <> 0
    ) counted
    WHERE counted."tournament_id" = t."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "tournament_entries_moved" AFTER UPDATE ON "tournament_entries"
  REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_entrants"();

-- Open claims by time: those that have waited for too long, and those that have just been filed
CREATE INDEX "claims_open_since_idx" ON "claims" ("created_at") WHERE "state" = 'open';
