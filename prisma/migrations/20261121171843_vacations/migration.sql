-- CreateEnum
CREATE TYPE "vacation_state" AS ENUM ('planned', 'begun', 'over');

-- CreateTable
CREATE TABLE "vacations" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "planned_until" TIMESTAMPTZ(3),
    "state" "vacation_state" NOT NULL DEFAULT 'planned',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vacations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "vacations_player_id_until_idx" ON "vacations"("player_id", "until" DESC);

-- AddForeignKey
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language has no word for

ALTER TABLE "vacations" ADD CONSTRAINT "vacations_until_check" CHECK ("until" > "from" AND "planned_until" > "until");
-- one that was ended early is over
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_ended_check" CHECK ("planned_until" IS NULL OR "state" = 'over');
-- nobody is away twice at once: gist knows ranges without an extension, and a range of one number stands for the player
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_overlap" EXCLUDE USING gist
  (int4range("player_id", "player_id", '[]') WITH &&, tstzrange("from", "until") WITH &&);
-- a player's that are under way or planned, and of everybody those that begin or end
CREATE INDEX "vacations_to_come" ON "vacations" ("player_id") WHERE "state" <> 'over';

