-- DropIndex
DROP INDEX "game_puzzles_made_at_idx";

-- DropIndex
DROP INDEX "game_puzzles_rules_made_at_idx";

-- CreateIndex
CREATE INDEX "game_puzzles_rules_id_idx" ON "game_puzzles"("rules", "id");
