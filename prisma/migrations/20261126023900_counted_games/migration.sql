-- statistics leave out games with hints
DROP INDEX "games_white_finished_idx", "games_black_finished_idx";
CREATE INDEX "games_white_finished_idx" ON "games" ("white_id", "black_id", "winner", "reason")
  WHERE "status" = 'finished' AND NOT "assisted";
CREATE INDEX "games_black_finished_idx" ON "games" ("black_id", "white_id", "winner", "reason")
  WHERE "status" = 'finished' AND NOT "assisted";
