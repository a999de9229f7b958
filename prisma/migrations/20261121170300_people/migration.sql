-- CreateEnum
CREATE TYPE "report_state" AS ENUM ('open', 'upheld', 'dismissed');

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "block_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "warnings" ADD COLUMN     "report_ruling_id" INTEGER,
ALTER COLUMN "ruling_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "blocks" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "blocked_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favourites" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "favourite_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "favourites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" SERIAL NOT NULL,
    "by_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "game_id" INTEGER,
    "message_id" INTEGER,
    "evidence" JSONB NOT NULL,
    "state" "report_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_rulings" (
    "id" SERIAL NOT NULL,
    "report_id" INTEGER NOT NULL,
    "verdict" "report_state" NOT NULL,
    "by_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_rulings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "blocks_player_id_id_idx" ON "blocks"("player_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "blocks_player_id_blocked_id_key" ON "blocks"("player_id", "blocked_id");

-- CreateIndex
CREATE INDEX "favourites_player_id_id_idx" ON "favourites"("player_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "favourites_player_id_favourite_id_key" ON "favourites"("player_id", "favourite_id");

-- CreateIndex
CREATE INDEX "reports_state_id_idx" ON "reports"("state", "id");

-- CreateIndex
CREATE INDEX "reports_by_id_id_idx" ON "reports"("by_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reports_player_id_id_idx" ON "reports"("player_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "report_rulings_report_id_key" ON "report_rulings"("report_id");

-- CreateIndex
CREATE UNIQUE INDEX "warnings_report_ruling_id_key" ON "warnings"("report_ruling_id");

-- AddForeignKey
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_report_ruling_id_fkey" FOREIGN KEY ("report_ruling_id") REFERENCES "report_rulings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_favourite_id_fkey" FOREIGN KEY ("favourite_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_rulings" ADD CONSTRAINT "report_rulings_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_rulings" ADD CONSTRAINT "report_rulings_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

ALTER TABLE "blocks" ADD CONSTRAINT "blocks_another" CHECK ("player_id" <> "blocked_id");
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_another" CHECK ("player_id" <> "favourite_id");
ALTER TABLE "reports"
  ADD CONSTRAINT "reports_another" CHECK ("by_id" <> "player_id"),
  ADD CONSTRAINT "reports_open_is_not_closed" CHECK (("state" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "reports_message_has_its_game" CHECK ("message_id" IS NULL OR "game_id" IS NOT NULL);
ALTER TABLE "report_rulings" ADD CONSTRAINT "report_rulings_verdict" CHECK ("verdict" <> 'open');
ALTER TABLE "warnings"
  ADD CONSTRAINT "warnings_with_one_ruling" CHECK (num_nonnulls("ruling_id", "report_ruling_id") = 1);

-- one open report of the same thing by the same player; the reports that were ruled on
CREATE UNIQUE INDEX "reports_open" ON "reports" ("by_id", "player_id", coalesce("game_id", 0), coalesce("message_id", 0))
  WHERE "state" = 'open';
CREATE INDEX "reports_ruled" ON "reports" ("id" DESC) WHERE "state" IN ('upheld', 'dismissed');

CREATE TRIGGER "report_rulings_are_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "report_rulings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
