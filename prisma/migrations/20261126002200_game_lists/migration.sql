-- lists of games by several filters, see `game-scans.ts`; a move changes as many indexes as before
DROP INDEX "games_rules_updated_at_id_idx";
CREATE INDEX "games_rules_status_idx" ON "games"("rules", "status", "updated_at" DESC, "id" DESC);
DROP INDEX "games_ladder_idx";
CREATE INDEX "games_ladder_status_idx" ON "games"("rules", "status", "updated_at" DESC, "id" DESC) WHERE "ladder";
-- games that no move changes any more
CREATE INDEX "games_white_over_idx" ON "games"("white_id", "rules", "status", "updated_at" DESC, "id" DESC) WHERE "status" <> 'active';
CREATE INDEX "games_black_over_idx" ON "games"("black_id", "rules", "status", "updated_at" DESC, "id" DESC) WHERE "status" <> 'active';
CREATE INDEX "games_pair_unfinished_idx" ON "games"("white_id", "black_id") WHERE "status" IN ('claimed', 'cancelled');
