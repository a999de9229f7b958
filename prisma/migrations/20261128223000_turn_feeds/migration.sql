-- CreateTable
CREATE TABLE "turn_feeds" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_fetched_at" TIMESTAMPTZ(3),

    CONSTRAINT "turn_feeds_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "turn_feeds_hash_key" ON "turn_feeds"("hash");

-- AddForeignKey
ALTER TABLE "turn_feeds" ADD CONSTRAINT "turn_feeds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
