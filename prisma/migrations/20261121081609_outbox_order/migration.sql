-- AlterTable
ALTER TABLE "events" ADD COLUMN     "tx" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request" BYTEA NOT NULL,
    "status" INTEGER,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "events_tx_id_idx" ON "events"("tx", "id");

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

ALTER TABLE "idempotency_keys"
  ADD CONSTRAINT "idempotency_keys_key" CHECK (length("key") BETWEEN 1 AND 255),
  ADD CONSTRAINT "idempotency_keys_request_is_sha256" CHECK (length("request") = 32);
