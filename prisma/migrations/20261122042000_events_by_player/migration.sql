-- CreateIndex
CREATE INDEX "events_player_ids_idx" ON "events" USING GIN ("player_ids");
