-- What Prisma's language cannot express

-- Exports of a player's games that have ended, and lists and exports of those of two players. Postgres expects few games of a
-- player, so any index by player looked as good, and some read all games of a busy one. No other query has the condition
-- "turn" IS NULL, and no other index has the key of two players. No move writes these indexes, only the end of a game.
DROP INDEX "games_white_export_idx", "games_black_export_idx", "games_pair_over_idx";
CREATE INDEX "games_white_export_idx" ON "games" ("white_id", "rules", "status", "rated", "created_at", "id") WHERE "turn" IS NULL;
CREATE INDEX "games_black_export_idx" ON "games" ("black_id", "rules", "status", "rated", "created_at", "id") WHERE "turn" IS NULL;
CREATE INDEX "games_pair_idx" ON "games" (("white_id"::bigint << 32 | "black_id"), "rules", "status", "rated", "created_at", "id")
  WHERE "turn" IS NULL;
