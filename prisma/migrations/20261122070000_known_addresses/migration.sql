-- CreateTable
CREATE TABLE "known_addresses" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_addresses_pkey" PRIMARY KEY ("account_id","hash")
);

-- CreateIndex
CREATE INDEX "known_addresses_used_at_idx" ON "known_addresses"("used_at");

-- AddForeignKey
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
