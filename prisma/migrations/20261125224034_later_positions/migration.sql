-- CreateTable
CREATE TABLE "later_positions" (
    "position" BIGINT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "game_id" INTEGER NOT NULL,

    CONSTRAINT "later_positions_pkey" PRIMARY KEY ("position","ended_at","game_id")
);
