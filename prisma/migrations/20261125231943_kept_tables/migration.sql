-- CreateTable
CREATE TABLE "tournament_tables" (
    "tournament_id" INTEGER NOT NULL,
    "stage" INTEGER NOT NULL,
    "group_nr" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "rows" JSON NOT NULL,

    CONSTRAINT "tournament_tables_pkey" PRIMARY KEY ("tournament_id","stage","group_nr")
);

-- CreateIndex
CREATE INDEX "tournament_seats_tournament_id_stage_group_nr_seat_idx" ON "tournament_seats"("tournament_id", "stage", "group_nr", "seat");

-- AddForeignKey
ALTER TABLE "tournament_tables" ADD CONSTRAINT "tournament_tables_tournament_id_stage_group_nr_fkey" FOREIGN KEY ("tournament_id", "stage", "group_nr") REFERENCES "tournament_groups"("tournament_id", "stage", "nr") ON DELETE RESTRICT ON UPDATE CASCADE;
-- the games of a group that have ended; moves do not change it
CREATE INDEX "games_group_ended_idx" ON "games" ("tournament_id", "stage", "group_nr") WHERE "tournament_id" IS NOT NULL AND "ended_at" IS NOT NULL;
