-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "actor_id" INTEGER;

-- CreateTable
CREATE TABLE "feeds" (
    "name" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "feeds_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "token_id" UUID,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "description" TEXT NOT NULL DEFAULT '',
    "nonce" BYTEA NOT NULL,
    "old_nonce" BYTEA,
    "old_until" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_delivery_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_id" BIGINT,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "log" JSONB NOT NULL DEFAULT '[]',
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "game_id" INTEGER,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_account_id_id_idx" ON "webhooks"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "webhooks_token_id_idx" ON "webhooks"("token_id");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_id_idx" ON "deliveries"("webhook_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deliveries_created_at_idx" ON "deliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_webhook_id_event_id_key" ON "deliveries"("webhook_id", "event_id");

-- CreateIndex
CREATE INDEX "notices_account_id_id_idx" ON "notices"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_account_id_key_key" ON "notices"("account_id", "key");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language has no word for

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason_check" CHECK ("disabled_reason" IN ('failing', 'gone', 'owner'));
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_old_nonce_check" CHECK (("old_nonce" IS NULL) = ("old_until" IS NULL));
-- what is pending has a time at which it is sent, and nothing else has one
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_pending_check" CHECK (("state" = 'pending') = ("next_attempt_at" IS NOT NULL));
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_type_check" CHECK (("type" = 'ping') = ("event_id" IS NULL));
-- what is given up when a webhook is disabled
CREATE INDEX "deliveries_pending_idx" ON "deliveries" ("webhook_id") WHERE "state" = 'pending';
-- how many are unread, and those that are marked as read
CREATE INDEX "notices_unread_idx" ON "notices" ("account_id", "id") WHERE "read_at" IS NULL;

-- what happened before is not told
INSERT INTO "feeds" ("name", "event_id") SELECT 'outbox', coalesce(max("id"), 0) FROM "events";
