-- What has just happened is found by time: games that ended, entries, closed accounts, players on a ladder who begin no game.
CREATE INDEX "games_tournament_ended_idx" ON "games" ("ended_at") WHERE "tournament_id" IS NOT NULL AND "ended_at" IS NOT NULL;
CREATE INDEX "games_ladder_ended_idx" ON "games" ("ended_at") WHERE "ladder" AND "ended_at" IS NOT NULL;
CREATE INDEX "sanctions_closed_idx" ON "sanctions" ("created_at") WHERE "kind" = 'close' AND "lifted_at" IS NULL;
CREATE INDEX "tournament_entries_entered_at_idx" ON "tournament_entries" ("entered_at");
CREATE INDEX "tournament_groups_started_at_idx" ON "tournament_groups" ("started_at");
CREATE INDEX "ladder_entries_active_at_idx" ON "ladder_entries" ("active_at");
CREATE INDEX "ladder_entries_player_id_idx" ON "ladder_entries" ("player_id");
-- the tournament games that a player has lost by not being there
CREATE INDEX "games_lost_idx" ON "games"
  ((CASE "winner" WHEN 'white' THEN "black_id" ELSE "white_id" END), "tournament_id", "ended_at", "id")
  WHERE "tournament_id" IS NOT NULL AND "status" = 'finished' AND "reason" IN ('timeout', 'forfeit');
-- tournaments and seasons whose date has come
CREATE INDEX "tournaments_starts_at_idx" ON "tournaments" ("starts_at") WHERE "state" = 'open';
CREATE INDEX "tournaments_ends_at_idx" ON "tournaments" ("ends_at") WHERE "state" = 'running';
