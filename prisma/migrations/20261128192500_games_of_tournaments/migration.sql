-- A page of a tournament's games, last changed first.
CREATE INDEX "games_tournament_status_idx" ON "games" ("tournament_id", "status", "updated_at" DESC, "id" DESC)
  WHERE "tournament_id" IS NOT NULL;
