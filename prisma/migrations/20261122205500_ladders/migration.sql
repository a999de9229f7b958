-- AlterTable
ALTER TABLE "games" ADD COLUMN     "ladder" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ladder_entries" (
    "rules" TEXT NOT NULL,
    "player_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ladder_entries_pkey" PRIMARY KEY ("rules","player_id")
);

-- CreateTable
CREATE TABLE "ladder_games" (
    "game_id" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "challenger_id" INTEGER NOT NULL,
    "challenged_id" INTEGER NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "ladder_games_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE INDEX "ladder_games_challenger_id_challenged_id_idx" ON "ladder_games"("challenger_id", "challenged_id");

-- CreateIndex
CREATE INDEX "ladder_games_challenged_id_idx" ON "ladder_games"("challenged_id");

-- AddForeignKey
ALTER TABLE "ladder_entries" ADD CONSTRAINT "ladder_entries_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ladder_games" ADD CONSTRAINT "ladder_games_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ladder_games" ADD CONSTRAINT "ladder_games_challenger_id_fkey" FOREIGN KEY ("challenger_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ladder_games" ADD CONSTRAINT "ladder_games_challenged_id_fkey" FOREIGN KEY ("challenged_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CheckConstraint: one player to a place, checked after each statement, because one statement moves many
ALTER TABLE "ladder_entries"
  ADD CONSTRAINT "ladder_entries_place_check" CHECK ("place" >= 1),
  ADD CONSTRAINT "ladder_entries_place_key" EXCLUDE USING btree ("rules" WITH =, "place" WITH =)
    DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "ladder_games"
  ADD CONSTRAINT "ladder_games_pair_check" CHECK ("challenger_id" <> "challenged_id");

-- CreateIndex: games whose results are to be applied, and the games of a ladder, last changed first
CREATE INDEX "ladder_games_unsettled_idx" ON "ladder_games"("rules", "game_id") WHERE "settled_at" IS NULL;
CREATE INDEX "games_ladder_idx" ON "games"("rules", "updated_at" DESC, "id" DESC) WHERE "ladder";
