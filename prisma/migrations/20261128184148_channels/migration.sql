-- CreateTable
CREATE TABLE "channels" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "club_id" INTEGER,
    "format" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "shortened" TEXT NOT NULL,
    "kinds" TEXT[],
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "refused_since" TIMESTAMPTZ(3),
    "broken_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "last_detail" TEXT,
    "last_sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_messages" (
    "id" BIGSERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "subject" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "channels_account_id_idx" ON "channels"("account_id");

-- CreateIndex
CREATE INDEX "channels_club_id_idx" ON "channels"("club_id");

-- CreateIndex
CREATE INDEX "channel_messages_channel_id_id_idx" ON "channel_messages"("channel_id", "id");

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_messages" ADD CONSTRAINT "channel_messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "channels" ADD CONSTRAINT "channels_owner" CHECK (num_nonnulls("account_id", "club_id") = 1);
