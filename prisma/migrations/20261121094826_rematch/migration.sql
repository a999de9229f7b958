-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "rematch_of" INTEGER;

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_rematch_of_fkey" FOREIGN KEY ("rematch_of") REFERENCES "games"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One rematch of a game: of two players who ask at once the second accepts what the first asked.
CREATE UNIQUE INDEX "challenges_rematch" ON "challenges" ("rematch_of") WHERE "state" IN ('open', 'accepted');
