-- CreateIndex
CREATE INDEX "tournaments_rules_format_state_id_idx" ON "tournaments"("rules", "format", "state", "id");

-- What Prisma's language cannot express

-- A player's games that wait for a ruling, of which there are few. Those that go on have "games_white_deadline" and the same for black.
CREATE INDEX "games_white_claimed_idx" ON "games" ("white_id") WHERE "status" = 'claimed';
CREATE INDEX "games_black_claimed_idx" ON "games" ("black_id") WHERE "status" = 'claimed';

-- Everybody with a role
CREATE INDEX "accounts_staff_idx" ON "accounts" ("player_id") WHERE "role" = 'admin' OR cardinality("roles") > 0;

-- Every player, guests too, by the start of the name
CREATE INDEX "players_name_start_idx" ON "players" ("username_key" COLLATE "C");

-- The lobby of one rule set
CREATE INDEX "challenges_lobby_rules_idx" ON "challenges" ("rules", "id" DESC)
  WHERE "state" = 'open' AND "opponent_id" IS NULL AND NOT "invite";
