-- CreateTable
CREATE TABLE "explorer_moves" (
    "player_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "month" INTEGER NOT NULL,
    "next" BIGINT NOT NULL,
    "games" INTEGER NOT NULL,
    "white" INTEGER NOT NULL,
    "draws" INTEGER NOT NULL,
    "black" INTEGER NOT NULL,
    "rating_sum" BIGINT NOT NULL,
    "rated_games" INTEGER NOT NULL,
    "last_played" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "explorer_moves_pkey" PRIMARY KEY ("player_id","position","rated","month","next")
);

-- CreateTable
CREATE TABLE "explorer_games" (
    "player_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "game_id" INTEGER NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "month" INTEGER NOT NULL,
    "ratings" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "explorer_games_pkey" PRIMARY KEY ("game_id","player_id","position")
);

-- CreateIndex
CREATE INDEX "explorer_games_player_id_position_rated_ended_at_game_id_idx" ON "explorer_games"("player_id", "position", "rated", "ended_at" DESC, "game_id" DESC);

-- What Prisma's language cannot express

ALTER TABLE "explorer_moves" ADD CONSTRAINT "explorer_moves_games_check" CHECK (
  "games" = "white" + "draws" + "black" AND "games" > 0 AND "rated_games" BETWEEN 0 AND "games"
);
-- the best of a month
CREATE INDEX "explorer_games_best_idx"
  ON "explorer_games" ("player_id", "position", "month", "ratings" DESC, "game_id" DESC) WHERE "ratings" > 0;

-- `explorer rebuild` counts earlier games
INSERT INTO "consumer_offsets" ("consumer", "event_id") SELECT 'explorer', coalesce(max("id"), 0) FROM "events";
