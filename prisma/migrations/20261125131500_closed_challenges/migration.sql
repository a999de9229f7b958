-- finds the closed challenges that led to no game, which are deleted after some days
CREATE INDEX "challenges_closed_idx" ON "challenges" ("closed_at") WHERE "state" <> 'open' AND "game_id" IS NULL;
