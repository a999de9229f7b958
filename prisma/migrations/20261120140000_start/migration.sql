-- CreateEnum
CREATE TYPE "player_kind" AS ENUM ('human', 'bot', 'guest', 'closed');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('player', 'admin');

-- CreateEnum
CREATE TYPE "side" AS ENUM ('white', 'black');

-- CreateEnum
CREATE TYPE "colour" AS ENUM ('white', 'black', 'random');

-- CreateEnum
CREATE TYPE "challenge_state" AS ENUM ('open', 'accepted', 'declined', 'withdrawn');

-- CreateEnum
CREATE TYPE "game_status" AS ENUM ('active', 'claimed', 'finished', 'cancelled');

-- CreateTable
CREATE TABLE "players" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "username_key" TEXT NOT NULL,
    "kind" "player_kind" NOT NULL DEFAULT 'human',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "players_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "language" TEXT NOT NULL DEFAULT 'en',
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "role" "role" NOT NULL DEFAULT 'player',
    "admin_granted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "provider_id" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "password" TEXT,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" SERIAL NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "challenges" (
    "id" SERIAL NOT NULL,
    "rules" TEXT NOT NULL,
    "rules_revision" INTEGER NOT NULL,
    "challenger_id" INTEGER NOT NULL,
    "opponent_id" INTEGER,
    "colour" "colour" NOT NULL,
    "clock" JSONB NOT NULL,
    "rated" BOOLEAN NOT NULL DEFAULT false,
    "message" TEXT,
    "state" "challenge_state" NOT NULL DEFAULT 'open',
    "game_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "games" (
    "id" SERIAL NOT NULL,
    "rules" TEXT NOT NULL,
    "rules_revision" INTEGER NOT NULL,
    "status" "game_status" NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 0,
    "white_id" INTEGER NOT NULL,
    "black_id" INTEGER NOT NULL,
    "turn" "side" DEFAULT 'white',
    "ply" INTEGER NOT NULL DEFAULT 0,
    "position" TEXT NOT NULL,
    "last_move" TEXT,
    "clock" JSONB NOT NULL,
    "deadline" TIMESTAMPTZ(3),
    "white_remaining_ms" BIGINT NOT NULL,
    "black_remaining_ms" BIGINT NOT NULL,
    "winner" "side",
    "reason" TEXT,
    "rated" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "games_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moves" (
    "game_id" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "move" TEXT NOT NULL,
    "played_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "moves_pkey" PRIMARY KEY ("game_id","ply")
);

-- CreateTable
CREATE TABLE "positions" (
    "game_id" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "occurrence" INTEGER NOT NULL,
    "quiet" INTEGER,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("game_id","ply")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "game_id" INTEGER,
    "version" INTEGER,
    "player_ids" INTEGER[],
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "players_username_key_key" ON "players"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_player_id_key" ON "accounts"("player_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "credentials_account_id_idx" ON "credentials"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_provider_id_provider_account_id_key" ON "credentials"("provider_id", "provider_account_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE INDEX "attempts_since_idx" ON "attempts"("since");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- CreateIndex
CREATE INDEX "tokens_account_id_id_idx" ON "tokens"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "challenges_game_id_key" ON "challenges"("game_id");

-- CreateIndex
CREATE INDEX "games_updated_at_id_idx" ON "games"("updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_rules_updated_at_id_idx" ON "games"("rules", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_status_updated_at_id_idx" ON "games"("status", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_white_id_updated_at_id_idx" ON "games"("white_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_black_id_updated_at_id_idx" ON "games"("black_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "events"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "events_game_id_version_type_key" ON "events"("game_id", "version", "type");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_challenger_id_fkey" FOREIGN KEY ("challenger_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_opponent_id_fkey" FOREIGN KEY ("opponent_id") REFERENCES "players"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_white_id_fkey" FOREIGN KEY ("white_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_black_id_fkey" FOREIGN KEY ("black_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moves" ADD CONSTRAINT "moves_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "positions" ADD CONSTRAINT "positions_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

-- People quote game numbers: they have six digits.
ALTER SEQUENCE "games_id_seq" START WITH 100001 RESTART WITH 100001;

ALTER TABLE "players" ADD CONSTRAINT "players_username_key_is_lower_case" CHECK ("username_key" = lower("username"));
ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_email_is_lower_case" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "accounts_granted_is_admin" CHECK ("role" = 'admin' OR NOT "admin_granted");
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_hash_is_sha256" CHECK (length("hash") = 32);

ALTER TABLE "challenges"
  ADD CONSTRAINT "challenges_two_players" CHECK ("opponent_id" <> "challenger_id"),
  ADD CONSTRAINT "challenges_accepted_has_game" CHECK (("state" = 'accepted') = ("game_id" IS NOT NULL)),
  ADD CONSTRAINT "challenges_open_is_not_closed" CHECK (("state" = 'open') = ("closed_at" IS NULL));

ALTER TABLE "games"
  ADD CONSTRAINT "games_two_players" CHECK ("white_id" <> "black_id"),
  ADD CONSTRAINT "games_counts" CHECK ("ply" >= 0 AND "version" >= "ply"),
  ADD CONSTRAINT "games_turn_while_running" CHECK (("status" IN ('active', 'claimed')) = ("turn" IS NOT NULL)),
  ADD CONSTRAINT "games_reason_once_ended" CHECK (("status" IN ('finished', 'cancelled')) = ("reason" IS NOT NULL)),
  ADD CONSTRAINT "games_winner_of_finished" CHECK ("winner" IS NULL OR "status" = 'finished'),
  ADD CONSTRAINT "games_deadline_while_active" CHECK (("status" = 'active') = ("deadline" IS NOT NULL)),
  ADD CONSTRAINT "games_time_left" CHECK ("white_remaining_ms" >= 0 AND "black_remaining_ms" >= 0);

ALTER TABLE "moves" ADD CONSTRAINT "moves_ply" CHECK ("ply" >= 1);
ALTER TABLE "positions" ADD CONSTRAINT "positions_counts" CHECK ("ply" >= 0 AND "occurrence" >= 1 AND "quiet" >= 0);

-- the lobby; a player's open challenges, made and received
CREATE INDEX "challenges_lobby" ON "challenges" ("id" DESC) WHERE "state" = 'open' AND "opponent_id" IS NULL;
CREATE INDEX "challenges_made" ON "challenges" ("challenger_id", "id" DESC) WHERE "state" = 'open';
CREATE INDEX "challenges_received" ON "challenges" ("opponent_id", "id" DESC) WHERE "state" = 'open';

-- the sweep of overdue games; a player's running games, most urgent first
CREATE INDEX "games_deadline" ON "games" ("deadline") WHERE "status" = 'active';
CREATE INDEX "games_white_deadline" ON "games" ("white_id", "deadline", "id") WHERE "status" = 'active';
CREATE INDEX "games_black_deadline" ON "games" ("black_id", "deadline", "id") WHERE "status" = 'active';
