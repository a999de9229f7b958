-- The rulings point to their warnings, and verdicts on reports get an enum of their own. Stop all processes before this
-- migration.

CREATE TYPE "report_verdict" AS ENUM ('uphold', 'dismiss');

CREATE TABLE "ruling_warnings" (
    "ruling_id" INTEGER NOT NULL,
    "warning_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,

    CONSTRAINT "ruling_warnings_pkey" PRIMARY KEY ("ruling_id","player_id")
);
ALTER TABLE "report_rulings" ADD COLUMN "warning_id" INTEGER;

-- Carry the existing rows over. The triggers that make rulings append-only are off meanwhile.
INSERT INTO "ruling_warnings" ("ruling_id", "warning_id", "player_id")
SELECT "ruling_id", "id", "player_id" FROM "warnings" WHERE "ruling_id" IS NOT NULL;
ALTER TABLE "report_rulings" DISABLE TRIGGER "report_rulings_are_only_added_to";
UPDATE "report_rulings" SET "warning_id" = w."id" FROM "warnings" w WHERE w."report_ruling_id" = "report_rulings"."id";
ALTER TABLE "report_rulings" ENABLE TRIGGER "report_rulings_are_only_added_to";

ALTER TABLE "report_rulings"
  DROP CONSTRAINT "report_rulings_verdict",
  ALTER COLUMN "verdict" TYPE "report_verdict"
    USING (CASE "verdict" WHEN 'upheld' THEN 'uphold' WHEN 'dismissed' THEN 'dismiss' END)::"report_verdict";

-- also drops the constraints and indexes on these columns
ALTER TABLE "warnings" DROP COLUMN "report_ruling_id", DROP COLUMN "ruling_id";

CREATE UNIQUE INDEX "ruling_warnings_warning_id_player_id_key" ON "ruling_warnings"("warning_id", "player_id");
CREATE UNIQUE INDEX "report_rulings_warning_id_key" ON "report_rulings"("warning_id");
CREATE UNIQUE INDEX "warnings_id_player_id_key" ON "warnings"("id", "player_id");

ALTER TABLE "ruling_warnings" ADD CONSTRAINT "ruling_warnings_ruling_id_fkey" FOREIGN KEY ("ruling_id") REFERENCES "rulings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ruling_warnings" ADD CONSTRAINT "ruling_warnings_warning_id_player_id_fkey" FOREIGN KEY ("warning_id", "player_id") REFERENCES "warnings"("id", "player_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "report_rulings" ADD CONSTRAINT "report_rulings_warning_id_fkey" FOREIGN KEY ("warning_id") REFERENCES "warnings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot express.

CREATE TRIGGER "ruling_warnings_are_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ruling_warnings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- Exactly one ruling points to each warning, at the latest when the transaction commits.
CREATE FUNCTION "check_warning_has_one_ruling"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  warning integer := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF warning IS NOT NULL AND 1 <> (SELECT count(*) FROM "ruling_warnings" WHERE "warning_id" = warning)
    + (SELECT count(*) FROM "report_rulings" WHERE "warning_id" = warning)
  THEN
    RAISE EXCEPTION 'warning % does not have exactly one ruling', warning;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "warnings_have_one_ruling" AFTER INSERT ON "warnings" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_warning_has_one_ruling"('id');
CREATE CONSTRAINT TRIGGER "ruling_warnings_have_one_ruling" AFTER INSERT ON "ruling_warnings" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_warning_has_one_ruling"('warning_id');
CREATE CONSTRAINT TRIGGER "report_rulings_have_one_warning" AFTER INSERT ON "report_rulings" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_warning_has_one_ruling"('warning_id');
