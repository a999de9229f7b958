-- CreateTable
CREATE TABLE "puzzle_ratings" (
    "puzzle_id" TEXT NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "solved" INTEGER NOT NULL,
    "tried" INTEGER NOT NULL,

    CONSTRAINT "puzzle_ratings_pkey" PRIMARY KEY ("puzzle_id")
);

-- CreateTable
CREATE TABLE "puzzle_attempts" (
    "player_id" INTEGER NOT NULL,
    "puzzle_id" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "solved" BOOLEAN,
    "rating_before" DOUBLE PRECISION,
    "rating" DOUBLE PRECISION,
    "deviation" DOUBLE PRECISION,
    "volatility" DOUBLE PRECISION,

    CONSTRAINT "puzzle_attempts_pkey" PRIMARY KEY ("player_id","puzzle_id")
);

-- CreateIndex
CREATE INDEX "puzzle_attempts_player_id_finished_at_idx" ON "puzzle_attempts"("player_id", "finished_at" DESC);

-- AddForeignKey
ALTER TABLE "puzzle_attempts" ADD CONSTRAINT "puzzle_attempts_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

ALTER TABLE "puzzle_ratings" ADD CONSTRAINT "puzzle_ratings_counts_check" CHECK ("solved" BETWEEN 0 AND "tried");
ALTER TABLE "puzzle_attempts" ADD CONSTRAINT "puzzle_attempts_finished_check" CHECK (
  num_nulls("finished_at", "solved", "rating_before", "rating", "deviation", "volatility") IN (0, 6)
);
