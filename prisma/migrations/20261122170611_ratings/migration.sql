-- AlterTable
ALTER TABLE "games" ADD COLUMN     "ended_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "player_ratings" (
    "player_id" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "kind" "player_kind" NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "games" INTEGER NOT NULL,
    "best" DOUBLE PRECISION,
    "last_game_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "player_ratings_pkey" PRIMARY KEY ("player_id","rules")
);

-- CreateTable
CREATE TABLE "game_ratings" (
    "game_id" INTEGER NOT NULL,
    "side" "side" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "rating_before" DOUBLE PRECISION NOT NULL,
    "deviation_before" DOUBLE PRECISION NOT NULL,
    "volatility_before" DOUBLE PRECISION NOT NULL,
    "rating_after" DOUBLE PRECISION NOT NULL,
    "deviation_after" DOUBLE PRECISION NOT NULL,
    "volatility_after" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "game_ratings_pkey" PRIMARY KEY ("game_id","side")
);

-- CreateIndex
CREATE INDEX "game_ratings_player_id_rules_sequence_idx" ON "game_ratings"("player_id", "rules", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "game_ratings_sequence_side_key" ON "game_ratings"("sequence", "side");

-- AddForeignKey
ALTER TABLE "player_ratings" ADD CONSTRAINT "player_ratings_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_ratings" ADD CONSTRAINT "game_ratings_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- Leaderboards: players who are not provisional, by rating.
CREATE INDEX "player_ratings_leaderboard_idx" ON "player_ratings" ("rules", "kind", "rating" DESC, "player_id")
  WHERE "deviation" < 110;

ALTER TABLE "player_ratings" ADD CONSTRAINT "player_ratings_within_limits"
  CHECK ("rating" >= 400 AND "deviation" BETWEEN 45 AND 500 AND "volatility" BETWEEN 0 AND 0.1 AND "games" > 0);

-- Games that began before ratings existed never count.
UPDATE "games" SET "rated" = false, "ended_at" = CASE WHEN "turn" IS NULL THEN "updated_at" END
  WHERE "turn" IS NULL OR "rated";

INSERT INTO "consumer_offsets" ("consumer", "event_id") SELECT 'ratings', coalesce(max("id"), 0) FROM "events";
