-- What each player of a finished match has scored. null: the match is not finished
ALTER TABLE "match_players" ADD COLUMN "games" INTEGER, ADD COLUMN "points" DOUBLE PRECISION;

-- DropIndex
DROP INDEX "match_players_club_id_idx";

-- CreateIndex
CREATE INDEX "match_players_club_id_player_id_games_points_idx" ON "match_players"("club_id", "player_id", "games", "points");

-- CreateIndex
CREATE INDEX "matches_club_a_id_state_score_a_score_b_id_idx" ON "matches"("club_a_id", "state", "score_a", "score_b", "id");

-- CreateIndex
CREATE INDEX "matches_club_b_id_state_score_a_score_b_id_idx" ON "matches"("club_b_id", "state", "score_a", "score_b", "id");

-- What Prisma's language cannot express

-- counted by a trigger, because a process of the earlier release does not know the columns
CREATE FUNCTION "count_match_games"("counted" integer) RETURNS void LANGUAGE sql AS $$
  UPDATE "match_players" p SET "games" = played."games", "points" = played."points"
  FROM (
    SELECT q."id", count(g."id")::int AS "games",
      coalesce(sum(CASE WHEN g."winner" IS NULL THEN 0.5 WHEN (g."winner" = 'white') = (g."white_id" = q."player_id") THEN 1 ELSE 0 END), 0)::float8
        AS "points"
    FROM "match_players" q LEFT JOIN "games" g ON g."match_id" = q."match_id" AND g."board" = q."board" AND g."status" = 'finished'
      AND q."player_id" IN (g."white_id", g."black_id")
    WHERE q."match_id" = "counted" AND q."board" IS NOT NULL GROUP BY q."id"
  ) played
  WHERE p."id" = played."id"
$$;
CREATE FUNCTION "count_finished_match"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "count_match_games"(NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "matches_finished" AFTER UPDATE OF "state" ON "matches"
  FOR EACH ROW WHEN (NEW."state" = 'finished') EXECUTE FUNCTION "count_finished_match"();
SELECT "count_match_games"("id") FROM "matches" WHERE "state" = 'finished';

-- Rated games that were lost quickly, for the unusual runs. The numbers are MIN_RATED_PLIES and QUICK_PLIES.
CREATE INDEX "games_quick_wins_idx" ON "games" ("ended_at") INCLUDE ("id", "white_id", "black_id", "winner")
  WHERE "status" = 'finished' AND "rated" AND "winner" IS NOT NULL AND "reason" IN ('resignation', 'timeout') AND "ply" >= 4 AND "ply" < 20;
