-- CreateEnum
CREATE TYPE "club_joining" AS ENUM ('open', 'request', 'invitation');

-- CreateEnum
CREATE TYPE "club_role" AS ENUM ('owner', 'organiser', 'member');

-- CreateEnum
CREATE TYPE "match_state" AS ENUM ('proposed', 'open', 'running', 'finished', 'declined', 'cancelled');

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "board" INTEGER,
ADD COLUMN     "match_id" INTEGER;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "club_id" INTEGER,
ADD COLUMN     "match_id" INTEGER;

-- AlterTable
ALTER TABLE "tournaments" ADD COLUMN     "club_id" INTEGER;

-- CreateTable
CREATE TABLE "clubs" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "joining" "club_joining" NOT NULL,
    "founder_id" INTEGER NOT NULL,
    "described_by_id" INTEGER NOT NULL,
    "member_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "clubs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "club_names" (
    "look" TEXT NOT NULL,
    "club_id" INTEGER NOT NULL,

    CONSTRAINT "club_names_pkey" PRIMARY KEY ("look")
);

-- CreateTable
CREATE TABLE "club_members" (
    "id" SERIAL NOT NULL,
    "club_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "role" "club_role" NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "club_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "club_requests" (
    "id" SERIAL NOT NULL,
    "club_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "club_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "club_invitations" (
    "id" SERIAL NOT NULL,
    "club_id" INTEGER NOT NULL,
    "player_id" INTEGER,
    "by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "club_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "club_removals" (
    "club_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "by_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "club_removals_pkey" PRIMARY KEY ("club_id","player_id")
);

-- CreateTable
CREATE TABLE "club_announcements" (
    "id" SERIAL NOT NULL,
    "club_id" INTEGER NOT NULL,
    "by_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "club_announcements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "matches" (
    "id" SERIAL NOT NULL,
    "club_a_id" INTEGER NOT NULL,
    "club_b_id" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "rules_revision" INTEGER NOT NULL,
    "clock" JSONB NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "vacation" BOOLEAN NOT NULL,
    "boards" INTEGER NOT NULL,
    "games_per_board" INTEGER NOT NULL,
    "message" TEXT,
    "proposed_by_id" INTEGER NOT NULL,
    "state" "match_state" NOT NULL DEFAULT 'proposed',
    "lineups_close_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_a_at" TIMESTAMPTZ(3),
    "reminded_b_at" TIMESTAMPTZ(3),
    "score_a" DOUBLE PRECISION,
    "score_b" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "matches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "match_players" (
    "id" SERIAL NOT NULL,
    "match_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "club_id" INTEGER NOT NULL,
    "board" INTEGER,
    "rating" DOUBLE PRECISION,
    "signed_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_players_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "clubs_slug_key" ON "clubs"("slug");

-- CreateIndex
CREATE INDEX "clubs_founder_id_idx" ON "clubs"("founder_id");

-- CreateIndex
CREATE INDEX "clubs_described_by_id_idx" ON "clubs"("described_by_id");

-- CreateIndex
CREATE INDEX "club_names_club_id_idx" ON "club_names"("club_id");

-- CreateIndex
CREATE INDEX "club_members_player_id_idx" ON "club_members"("player_id");

-- CreateIndex
CREATE INDEX "club_members_club_id_role_id_idx" ON "club_members"("club_id", "role", "id");

-- CreateIndex
CREATE UNIQUE INDEX "club_members_club_id_player_id_key" ON "club_members"("club_id", "player_id");

-- CreateIndex
CREATE INDEX "club_requests_club_id_id_idx" ON "club_requests"("club_id", "id");

-- CreateIndex
CREATE INDEX "club_requests_player_id_idx" ON "club_requests"("player_id");

-- CreateIndex
CREATE UNIQUE INDEX "club_requests_club_id_player_id_key" ON "club_requests"("club_id", "player_id");

-- CreateIndex
CREATE INDEX "club_invitations_player_id_idx" ON "club_invitations"("player_id");

-- CreateIndex
CREATE INDEX "club_invitations_by_id_idx" ON "club_invitations"("by_id");

-- CreateIndex
CREATE UNIQUE INDEX "club_invitations_club_id_player_id_key" ON "club_invitations"("club_id", "player_id");

-- CreateIndex
CREATE INDEX "club_removals_player_id_idx" ON "club_removals"("player_id");

-- CreateIndex
CREATE INDEX "club_removals_by_id_idx" ON "club_removals"("by_id");

-- CreateIndex
CREATE INDEX "club_announcements_club_id_id_idx" ON "club_announcements"("club_id", "id" DESC);

-- CreateIndex
CREATE INDEX "club_announcements_by_id_idx" ON "club_announcements"("by_id");

-- CreateIndex
CREATE INDEX "matches_club_a_id_id_idx" ON "matches"("club_a_id", "id");

-- CreateIndex
CREATE INDEX "matches_club_b_id_id_idx" ON "matches"("club_b_id", "id");

-- CreateIndex
CREATE INDEX "matches_state_id_idx" ON "matches"("state", "id");

-- CreateIndex
CREATE INDEX "matches_proposed_by_id_idx" ON "matches"("proposed_by_id");

-- CreateIndex
CREATE INDEX "match_players_player_id_match_id_idx" ON "match_players"("player_id", "match_id");

-- CreateIndex
CREATE INDEX "match_players_club_id_idx" ON "match_players"("club_id");

-- CreateIndex
CREATE UNIQUE INDEX "match_players_match_id_player_id_key" ON "match_players"("match_id", "player_id");

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournaments" ADD CONSTRAINT "tournaments_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clubs" ADD CONSTRAINT "clubs_founder_id_fkey" FOREIGN KEY ("founder_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clubs" ADD CONSTRAINT "clubs_described_by_id_fkey" FOREIGN KEY ("described_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_names" ADD CONSTRAINT "club_names_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_members" ADD CONSTRAINT "club_members_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_members" ADD CONSTRAINT "club_members_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_requests" ADD CONSTRAINT "club_requests_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_requests" ADD CONSTRAINT "club_requests_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_invitations" ADD CONSTRAINT "club_invitations_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_invitations" ADD CONSTRAINT "club_invitations_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_invitations" ADD CONSTRAINT "club_invitations_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_removals" ADD CONSTRAINT "club_removals_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_removals" ADD CONSTRAINT "club_removals_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_removals" ADD CONSTRAINT "club_removals_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_announcements" ADD CONSTRAINT "club_announcements_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_announcements" ADD CONSTRAINT "club_announcements_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "matches" ADD CONSTRAINT "matches_club_a_id_fkey" FOREIGN KEY ("club_a_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "matches" ADD CONSTRAINT "matches_club_b_id_fkey" FOREIGN KEY ("club_b_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "matches" ADD CONSTRAINT "matches_proposed_by_id_fkey" FOREIGN KEY ("proposed_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_players" ADD CONSTRAINT "match_players_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_players" ADD CONSTRAINT "match_players_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_players" ADD CONSTRAINT "match_players_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

ALTER TABLE "clubs"
  ADD CONSTRAINT "clubs_slug_check" CHECK ("slug" ~ '^[a-z0-9-]{3,40}$' AND "slug" NOT IN ('new', 'search', 'mine')),
  ADD CONSTRAINT "clubs_name_check" CHECK (char_length("name") BETWEEN 1 AND 40),
  -- a club has members as long as it exists
  ADD CONSTRAINT "clubs_member_count_check" CHECK (
    CASE WHEN "ended_at" IS NULL THEN "member_count" BETWEEN 1 AND 2000 ELSE "member_count" = 0 END);
ALTER TABLE "matches"
  ADD CONSTRAINT "matches_clubs_check" CHECK ("club_a_id" <> "club_b_id"),
  ADD CONSTRAINT "matches_boards_check" CHECK ("boards" BETWEEN 1 AND 100),
  ADD CONSTRAINT "matches_games_per_board_check" CHECK ("games_per_board" IN (1, 2)),
  ADD CONSTRAINT "matches_started_check" CHECK (("started_at" IS NOT NULL) = ("state" IN ('running', 'finished'))),
  ADD CONSTRAINT "matches_ended_check" CHECK (("ended_at" IS NULL) = ("state" IN ('proposed', 'open', 'running'))),
  ADD CONSTRAINT "matches_score_check" CHECK (num_nulls("score_a", "score_b") = CASE WHEN "state" = 'finished' THEN 0 ELSE 2 END);
ALTER TABLE "match_players"
  ADD CONSTRAINT "match_players_board_check" CHECK ("board" BETWEEN 1 AND 100);
ALTER TABLE "games"
  ADD CONSTRAINT "games_match_check" CHECK (num_nulls("match_id", "board") IN (0, 2)),
  ADD CONSTRAINT "games_competition_check" CHECK (num_nonnulls("tournament_id", "match_id") + "ladder"::int <= 1);
ALTER TABLE "reports" ADD CONSTRAINT "reports_club_is_alone" CHECK (
  num_nonnulls("club_id", "match_id") = 0
    OR (num_nonnulls("club_id", "match_id") = 1 AND num_nonnulls("game_id", "challenge_id", "analysis_id") = 0));

-- clubs that have not ended, the largest first
CREATE INDEX "clubs_size_idx" ON "clubs" ("member_count" DESC, "id" DESC) WHERE "ended_at" IS NULL;
-- a club has one owner
CREATE UNIQUE INDEX "club_members_owner_key" ON "club_members" ("club_id") WHERE "role" = 'owner';
-- a pair of clubs has one open proposal
CREATE UNIQUE INDEX "matches_proposed_key" ON "matches" (
  least("club_a_id", "club_b_id"), greatest("club_a_id", "club_b_id")) WHERE "state" = 'proposed';
-- line-ups about to close
CREATE INDEX "matches_closing_idx" ON "matches" ("lineups_close_at") WHERE "state" IN ('proposed', 'open');
-- one player to a board, and one game with each colour
CREATE UNIQUE INDEX "match_players_board_key" ON "match_players" ("match_id", "club_id", "board") WHERE "board" IS NOT NULL;
CREATE UNIQUE INDEX "games_match_key" ON "games" ("match_id", "board", "white_id") WHERE "match_id" IS NOT NULL;
-- games of matches that have just ended
CREATE INDEX "games_match_ended_idx" ON "games" ("ended_at") WHERE "match_id" IS NOT NULL AND "ended_at" IS NOT NULL;
-- the tournaments of a club
CREATE INDEX "tournaments_club_id_idx" ON "tournaments" ("club_id", "id") WHERE "club_id" IS NOT NULL;
-- one open report of the same thing by the same player
DROP INDEX "reports_open";
CREATE UNIQUE INDEX "reports_open" ON "reports" (
  "by_id", "player_id", coalesce("game_id", 0), coalesce("message_id", 0), coalesce("challenge_id", 0),
  coalesce("analysis_id", 0), coalesce("club_id", 0), coalesce("match_id", 0)
) WHERE "state" = 'open';
