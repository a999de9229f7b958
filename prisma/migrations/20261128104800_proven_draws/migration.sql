-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "games" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "tournaments" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "matches" ADD COLUMN     "proven_draws" BOOLEAN NOT NULL DEFAULT false;
