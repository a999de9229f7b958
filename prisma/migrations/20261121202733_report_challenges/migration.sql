-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "challenge_id" INTEGER;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

ALTER TABLE "reports" ADD CONSTRAINT "reports_challenge_has_no_game" CHECK ("challenge_id" IS NULL OR "game_id" IS NULL);

-- one open report of the same thing by the same player
DROP INDEX "reports_open";
CREATE UNIQUE INDEX "reports_open"
  ON "reports" ("by_id", "player_id", coalesce("game_id", 0), coalesce("message_id", 0), coalesce("challenge_id", 0))
  WHERE "state" = 'open';
