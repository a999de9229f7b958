-- AlterTable
ALTER TABLE "tournaments" ADD COLUMN     "division" INTEGER,
ADD COLUMN     "season" INTEGER;

-- AlterTable
ALTER TABLE "tournament_entries" ADD COLUMN     "stay" BOOLEAN NOT NULL DEFAULT false;

-- CheckConstraint
ALTER TABLE "tournaments"
  ADD CONSTRAINT "tournaments_season_check" CHECK (("format" = 'league') = ("season" IS NOT NULL)),
  ADD CONSTRAINT "tournaments_division_check" CHECK (("division" IS NOT NULL) = ("season" IS NOT NULL AND "stage" > 0));

-- CreateIndex: each division of a season once; the list of entries becomes the first
CREATE UNIQUE INDEX "tournaments_division_key" ON "tournaments"("rules", "season", coalesce("division", 1))
  WHERE "season" IS NOT NULL;
