-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "analysis_id" INTEGER;

-- CreateTable
CREATE TABLE "analyses" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "tree" JSON NOT NULL,
    "bytes" INTEGER NOT NULL,
    "share_nonce" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "analyses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "analyses_player_id_id_idx" ON "analyses"("player_id", "id" DESC);

-- CreateIndex
CREATE INDEX "analyses_player_id_bytes_idx" ON "analyses"("player_id", "bytes");

-- AddForeignKey
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

ALTER TABLE "analyses" ADD CONSTRAINT "analyses_size_check" CHECK ("version" > 0 AND "bytes" > 0);
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_title_check" CHECK (char_length("title") BETWEEN 1 AND 120);
ALTER TABLE "reports" ADD CONSTRAINT "reports_analysis_is_alone" CHECK (
  "analysis_id" IS NULL OR ("game_id" IS NULL AND "challenge_id" IS NULL)
);

-- one open report of the same thing by the same player
DROP INDEX "reports_open";
CREATE UNIQUE INDEX "reports_open" ON "reports" (
  "by_id", "player_id", coalesce("game_id", 0), coalesce("message_id", 0), coalesce("challenge_id", 0),
  coalesce("analysis_id", 0)
) WHERE "state" = 'open';
