-- CreateTable
CREATE TABLE "player_results" (
    "player_id" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "side" "side" NOT NULL,
    "finished" INTEGER NOT NULL,
    "cancelled" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,
    "drawn" INTEGER NOT NULL,
    "lost_on_time" INTEGER NOT NULL,

    CONSTRAINT "player_results_pkey" PRIMARY KEY ("player_id","rules","side")
);

-- CreateTable
CREATE TABLE "opponent_results" (
    "player_id" INTEGER NOT NULL,
    "opponent_id" INTEGER NOT NULL,
    "finished" INTEGER NOT NULL,
    "cancelled" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,
    "drawn" INTEGER NOT NULL,

    CONSTRAINT "opponent_results_pkey" PRIMARY KEY ("player_id","opponent_id")
);

-- CreateTable
CREATE TABLE "uncounted_games" (
    "player_id" INTEGER NOT NULL,
    "game_id" INTEGER NOT NULL,

    CONSTRAINT "uncounted_games_pkey" PRIMARY KEY ("player_id","game_id")
);

-- AddForeignKey
ALTER TABLE "player_results" ADD CONSTRAINT "player_results_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opponent_results" ADD CONSTRAINT "opponent_results_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opponent_results" ADD CONSTRAINT "opponent_results_opponent_id_fkey" FOREIGN KEY ("opponent_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uncounted_games" ADD CONSTRAINT "uncounted_games_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot express

-- A player's most frequent opponents
CREATE INDEX "opponent_results_games_idx" ON "opponent_results" ("player_id", ("won" + "lost" + "drawn") DESC, "opponent_id");

-- The games of two players that are over, and a player's latest finished games without hints. Counting does not read them any more.
DROP INDEX "games_white_finished_idx", "games_black_finished_idx", "games_pair_unfinished_idx";
CREATE INDEX "games_pair_over_idx" ON "games" ("white_id", "black_id") WHERE "status" <> 'active';
CREATE INDEX "games_white_finished_idx" ON "games" ("white_id", "updated_at" DESC, "id" DESC)
  WHERE "status" = 'finished' AND NOT "assisted";
CREATE INDEX "games_black_finished_idx" ON "games" ("black_id", "updated_at" DESC, "id" DESC)
  WHERE "status" = 'finished' AND NOT "assisted";

-- Carry the games over that have ended
WITH "ended" AS MATERIALIZED (
  SELECT "player_id", "opponent_id", "rules", "side", "status" = 'finished' AS "finished",
    "status" = 'finished' AND NOT "assisted" AS "counted", "winner", "reason"
  FROM "games", LATERAL (VALUES
    ("white_id", "black_id", 'white'::"side"), ("black_id", "white_id", 'black')
  ) AS "player" ("player_id", "opponent_id", "side")
  WHERE "status" IN ('finished', 'cancelled')
), "of_player" AS (
  INSERT INTO "player_results"
  SELECT "player_id", "rules", "side", count(*) FILTER (WHERE "finished"), count(*) FILTER (WHERE NOT "finished"),
    count(*) FILTER (WHERE "counted" AND "winner" = "side"), count(*) FILTER (WHERE "counted" AND "winner" <> "side"),
    count(*) FILTER (WHERE "counted" AND "winner" IS NULL),
    count(*) FILTER (WHERE "counted" AND "winner" <> "side" AND "reason" = 'timeout')
  FROM "ended" GROUP BY "player_id", "rules", "side"
)
INSERT INTO "opponent_results"
SELECT "player_id", "opponent_id", count(*) FILTER (WHERE "finished"), count(*) FILTER (WHERE NOT "finished"),
  count(*) FILTER (WHERE "counted" AND "winner" = "side"), count(*) FILTER (WHERE "counted" AND "winner" <> "side"),
  count(*) FILTER (WHERE "counted" AND "winner" IS NULL)
FROM "ended" GROUP BY "player_id", "opponent_id";
