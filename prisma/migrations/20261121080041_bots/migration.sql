-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "bots" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "house" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "availability" (
    "player_id" INTEGER NOT NULL,
    "rules" TEXT[],
    "level" INTEGER,
    "about" TEXT,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "availability_pkey" PRIMARY KEY ("player_id")
);

-- CreateIndex
CREATE INDEX "availability_until_idx" ON "availability"("until");

-- AddForeignKey
ALTER TABLE "availability" ADD CONSTRAINT "availability_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

-- challenges made before: a bot may accept those that are not rated, or name one
UPDATE "challenges" SET "bots" = NOT "rated" WHERE "opponent_id" IS NULL;

ALTER TABLE "players" ADD CONSTRAINT "players_house_is_a_bot" CHECK ("kind" = 'bot' OR NOT "house");
ALTER TABLE "availability"
  ADD CONSTRAINT "availability_rules" CHECK (cardinality("rules") > 0),
  ADD CONSTRAINT "availability_level" CHECK ("level" BETWEEN 1 AND 5);
