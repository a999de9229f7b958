-- What Prisma's language cannot express

-- Exports of a player's games that are over, and of those against one opponent, in the order of their start: see `games-of-player.ts`.
-- No move changes them, only the end of a game. The conditions differ so that Postgres takes the third for two players.
CREATE INDEX "games_white_export_idx" ON "games" ("white_id", "rules", "status", "rated", "created_at", "id")
  WHERE "status" IN ('finished', 'cancelled');
CREATE INDEX "games_black_export_idx" ON "games" ("black_id", "rules", "status", "rated", "created_at", "id")
  WHERE "status" IN ('finished', 'cancelled');
DROP INDEX "games_pair_over_idx";
CREATE INDEX "games_pair_over_idx" ON "games" ("white_id", "black_id", "rules", "status", "rated", "created_at", "id")
  WHERE "status" <> 'active';
