ALTER TABLE "accounts" ADD COLUMN "about" TEXT,
  ADD COLUMN "country" TEXT,
  ADD COLUMN "profile_shows" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_about" CHECK (length("about") BETWEEN 1 AND 500),
  ADD CONSTRAINT "accounts_country" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "accounts_profile_shows" CHECK ("profile_shows" IS NOT NULL AND "profile_shows" <@ ARRAY['pace', 'lost-on-time', 'score']);

-- the results of a player, and those against one opponent, without reading the games
CREATE INDEX "games_white_finished_idx" ON "games" ("white_id", "black_id", "winner", "reason") WHERE "status" = 'finished';
CREATE INDEX "games_black_finished_idx" ON "games" ("black_id", "white_id", "winner", "reason") WHERE "status" = 'finished';

-- leaderboards: players with a provisional rating, by rating
CREATE INDEX "player_ratings_by_rating_idx" ON "player_ratings" ("rules", "kind", "rating" DESC, "player_id");
