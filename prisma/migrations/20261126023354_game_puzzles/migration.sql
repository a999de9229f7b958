-- CreateTable
CREATE TABLE "game_puzzles" (
    "id" TEXT NOT NULL,
    "game_id" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "key" BIGINT NOT NULL,
    "solution" TEXT[],
    "value" TEXT NOT NULL,
    "plies" INTEGER,
    "themes" TEXT[],
    "rating" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_puzzles_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "game_puzzles_key_key" ON "game_puzzles"("key");

-- CreateIndex
CREATE INDEX "game_puzzles_made_at_idx" ON "game_puzzles"("made_at" DESC);

-- CreateIndex
CREATE INDEX "game_puzzles_rules_made_at_idx" ON "game_puzzles"("rules", "made_at" DESC);

-- AddForeignKey
ALTER TABLE "game_puzzles" ADD CONSTRAINT "game_puzzles_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

ALTER TABLE "game_puzzles" ADD CONSTRAINT "game_puzzles_value_check" CHECK (
  ("value" = 'win' AND "plies" IS NOT NULL) OR ("value" = 'draw' AND "plies" IS NULL)
);
ALTER TABLE "game_puzzles" ALTER COLUMN "solution" SET NOT NULL, ALTER COLUMN "themes" SET NOT NULL;

INSERT INTO "consumer_offsets" ("consumer", "event_id")
  SELECT 'queue-finished-games', coalesce(max("id"), 0) FROM "events";
