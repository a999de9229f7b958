-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "games" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "tournaments" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "matches" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "claims" ADD COLUMN     "proof" JSONB;

-- CreateTable
CREATE TABLE "ladder_terms" (
    "rules" TEXT NOT NULL,
    "proven_draws" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ladder_terms_pkey" PRIMARY KEY ("rules")
);

-- A claim of a proven draw names one position. It is no claim of its ply: the player may claim on another ground too.
ALTER TABLE "claims"
  DROP CONSTRAINT "claims_numbers",
  ADD CONSTRAINT "claims_numbers" CHECK (cardinality("numbers") >= CASE WHEN "ground" = 'proven-draw' THEN 1 ELSE 2 END),
  ADD CONSTRAINT "claims_proof" CHECK (("ground" = 'proven-draw') = ("proof" IS NOT NULL));
CREATE UNIQUE INDEX "claims_one_a_ply" ON "claims" ("game_id", "by", "ply", ("ground" = 'proven-draw'));
-- DropIndex
DROP INDEX "claims_game_id_by_ply_key";
