-- CreateEnum
CREATE TYPE "tournament_state" AS ENUM ('open', 'running', 'finished', 'cancelled');

-- CreateEnum
CREATE TYPE "leave_reason" AS ENUM ('withdrawn', 'removed', 'closed', 'absent');

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "group_nr" INTEGER,
ADD COLUMN     "stage" INTEGER,
ADD COLUMN     "tournament_id" INTEGER;

-- CreateTable
CREATE TABLE "tournaments" (
    "id" SERIAL NOT NULL,
    "format" TEXT NOT NULL DEFAULT 'round-robin',
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rules" TEXT NOT NULL,
    "rules_revision" INTEGER NOT NULL,
    "clock" JSONB NOT NULL,
    "vacation" BOOLEAN NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "kind" "player_kind" NOT NULL,
    "group_size" INTEGER NOT NULL,
    "games_per_pair" INTEGER NOT NULL,
    "advance" INTEGER NOT NULL,
    "min_entrants" INTEGER NOT NULL,
    "max_entrants" INTEGER NOT NULL,
    "rating_min" DOUBLE PRECISION,
    "rating_max" DOUBLE PRECISION,
    "invite" BOOLEAN NOT NULL,
    "state" "tournament_state" NOT NULL DEFAULT 'open',
    "organiser_id" INTEGER,
    "stage" INTEGER NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tournaments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tournament_entries" (
    "id" SERIAL NOT NULL,
    "tournament_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "rating" DOUBLE PRECISION,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "left_at" TIMESTAMPTZ(3),
    "leave_reason" "leave_reason",

    CONSTRAINT "tournament_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tournament_groups" (
    "tournament_id" INTEGER NOT NULL,
    "stage" INTEGER NOT NULL,
    "nr" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3),

    CONSTRAINT "tournament_groups_pkey" PRIMARY KEY ("tournament_id","stage","nr")
);

-- CreateTable
CREATE TABLE "tournament_seats" (
    "tournament_id" INTEGER NOT NULL,
    "stage" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "group_nr" INTEGER NOT NULL,
    "seat" INTEGER NOT NULL,
    "struck" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "tournament_seats_pkey" PRIMARY KEY ("tournament_id","stage","player_id")
);

-- CreateTable
CREATE TABLE "tournament_log" (
    "id" SERIAL NOT NULL,
    "tournament_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "player_id" INTEGER,
    "by_id" INTEGER,
    "stage" INTEGER NOT NULL,
    "struck" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tournament_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "last_requests" (
    "player_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "last_requests_pkey" PRIMARY KEY ("player_id")
);

-- CreateIndex
CREATE INDEX "tournaments_state_id_idx" ON "tournaments"("state", "id");

-- CreateIndex
CREATE INDEX "tournaments_organiser_id_id_idx" ON "tournaments"("organiser_id", "id");

-- CreateIndex
CREATE INDEX "tournament_entries_player_id_tournament_id_idx" ON "tournament_entries"("player_id", "tournament_id");

-- CreateIndex
CREATE UNIQUE INDEX "tournament_entries_tournament_id_player_id_key" ON "tournament_entries"("tournament_id", "player_id");

-- CreateIndex
CREATE INDEX "tournament_log_tournament_id_id_idx" ON "tournament_log"("tournament_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournaments" ADD CONSTRAINT "tournaments_organiser_id_fkey" FOREIGN KEY ("organiser_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_entries" ADD CONSTRAINT "tournament_entries_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_entries" ADD CONSTRAINT "tournament_entries_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_groups" ADD CONSTRAINT "tournament_groups_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_seats" ADD CONSTRAINT "tournament_seats_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_seats" ADD CONSTRAINT "tournament_seats_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_log" ADD CONSTRAINT "tournament_log_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_log" ADD CONSTRAINT "tournament_log_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_log" ADD CONSTRAINT "tournament_log_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "last_requests" ADD CONSTRAINT "last_requests_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CheckConstraint
ALTER TABLE "tournaments"
  ADD CONSTRAINT "tournaments_format_check" CHECK ("format" IN ('round-robin', 'league')),
  ADD CONSTRAINT "tournaments_kind_check" CHECK ("kind" IN ('human', 'bot')),
  ADD CONSTRAINT "tournaments_games_per_pair_check" CHECK ("games_per_pair" IN (1, 2)),
  ADD CONSTRAINT "tournaments_stage_check" CHECK (("stage" = 0) = ("started_at" IS NULL)),
  ADD CONSTRAINT "tournaments_ended_check" CHECK (("ended_at" IS NULL) = ("state" IN ('open', 'running')));
ALTER TABLE "tournament_entries"
  ADD CONSTRAINT "tournament_entries_left_check" CHECK (("left_at" IS NULL) = ("leave_reason" IS NULL));
ALTER TABLE "games"
  ADD CONSTRAINT "games_tournament_check" CHECK (num_nulls("tournament_id", "stage", "group_nr") IN (0, 3));

-- CreateIndex: the games of a tournament, by stage; each pair meets once with each colour
CREATE UNIQUE INDEX "games_tournament_key" ON "games"("tournament_id", "stage", "white_id", "black_id")
  WHERE "tournament_id" IS NOT NULL;
CREATE INDEX "games_tournament_id_idx" ON "games"("tournament_id", "id") WHERE "tournament_id" IS NOT NULL;
-- CreateIndex: groups whose games are about to be started
CREATE INDEX "tournament_groups_unstarted_idx" ON "tournament_groups"("tournament_id", "stage", "nr")
  WHERE "started_at" IS NULL;
