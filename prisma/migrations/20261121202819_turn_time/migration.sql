-- What the turn began with is known where a move gives it; of a bank it is at least what was left at the last change.
ALTER TABLE "games" ADD COLUMN "turn_ms" BIGINT;
UPDATE "games" SET "turn_ms" = CASE
  WHEN "clock"->>'kind' = 'per-move' THEN ("clock"->>'days')::bigint * 86400000
  WHEN "turn" = 'black' THEN "black_remaining_ms"
  ELSE "white_remaining_ms"
END;
ALTER TABLE "games"
  ALTER COLUMN "turn_ms" SET NOT NULL,
  ADD CONSTRAINT "games_turn_ms_from_0" CHECK ("turn_ms" >= 0);
