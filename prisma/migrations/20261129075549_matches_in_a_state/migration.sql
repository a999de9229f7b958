-- CreateIndex
CREATE INDEX "matches_club_a_id_state_id_idx" ON "matches"("club_a_id", "state", "id");

-- CreateIndex
CREATE INDEX "matches_club_b_id_state_id_idx" ON "matches"("club_b_id", "state", "id");
