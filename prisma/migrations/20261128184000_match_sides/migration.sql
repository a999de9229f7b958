-- CreateEnum
CREATE TYPE "match_side" AS ENUM ('a', 'b');

-- AlterTable
ALTER TABLE "matches" ADD COLUMN "agreed_a_at" TIMESTAMPTZ(3), ADD COLUMN "agreed_b_at" TIMESTAMPTZ(3);
ALTER TABLE "match_players" ADD COLUMN "side" "match_side", ADD COLUMN "place" INTEGER;

-- The earlier release does not know the side: it has matches between two clubs only
CREATE FUNCTION "fill_match_side"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN m."club_a_id" = NEW."club_id" THEN 'a'::"match_side" ELSE 'b' END INTO NEW."side"
  FROM "matches" m WHERE m."id" = NEW."match_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "match_players_side" BEFORE INSERT ON "match_players"
  FOR EACH ROW WHEN (NEW."side" IS NULL) EXECUTE FUNCTION "fill_match_side"();
UPDATE "match_players" p SET "side" = CASE WHEN m."club_a_id" = p."club_id" THEN 'a'::"match_side" ELSE 'b' END
FROM "matches" m WHERE m."id" = p."match_id";
ALTER TABLE "match_players" ALTER COLUMN "side" SET NOT NULL;

-- DropIndex
DROP INDEX "match_players_match_id_club_id_idx";
-- CreateIndex
CREATE INDEX "match_players_match_id_side_idx" ON "match_players"("match_id", "side");

-- What Prisma's language cannot express

-- a match within one club
ALTER TABLE "matches" DROP CONSTRAINT "matches_clubs_check";
DROP INDEX "match_players_board_key";
CREATE UNIQUE INDEX "match_players_board_key" ON "match_players" ("match_id", "side", "board") WHERE "board" IS NOT NULL;

-- it counts in no record of clubs
DROP INDEX "matches_club_a_id_state_score_a_score_b_id_idx";
DROP INDEX "matches_club_b_id_state_score_a_score_b_id_idx";
CREATE INDEX "matches_record_a_idx" ON "matches" ("club_a_id", "state", "score_a", "score_b", "id") WHERE "club_a_id" <> "club_b_id";
CREATE INDEX "matches_record_b_idx" ON "matches" ("club_b_id", "state", "score_a", "score_b", "id") WHERE "club_a_id" <> "club_b_id";
DROP TRIGGER "matches_finished" ON "matches";
CREATE TRIGGER "matches_finished" AFTER UPDATE OF "state" ON "matches"
  FOR EACH ROW WHEN (NEW."state" = 'finished' AND NEW."club_a_id" <> NEW."club_b_id") EXECUTE FUNCTION "count_finished_match"();
