-- A page of a player's games of ladders that are not running, last changed first.
CREATE INDEX "games_white_ladder_idx" ON "games" ("white_id", "rules", "status", "updated_at" DESC, "id" DESC)
  WHERE "ladder" AND "status" <> 'active';
CREATE INDEX "games_black_ladder_idx" ON "games" ("black_id", "rules", "status", "updated_at" DESC, "id" DESC)
  WHERE "ladder" AND "status" <> 'active';
