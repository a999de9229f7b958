-- CreateIndex
CREATE INDEX "tournament_entries_tournament_id_id_idx" ON "tournament_entries"("tournament_id", "id");

-- CreateIndex
CREATE INDEX "match_players_match_id_club_id_idx" ON "match_players"("match_id", "club_id");
