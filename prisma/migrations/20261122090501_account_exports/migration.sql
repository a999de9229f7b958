-- CreateEnum
CREATE TYPE "export_state" AS ENUM ('pending', 'ready', 'failed');

-- CreateTable
CREATE TABLE "account_exports" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "state" "export_state" NOT NULL DEFAULT 'pending',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_chunks" (
    "export_id" INTEGER NOT NULL,
    "nr" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("export_id","nr")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_exports_account_id_key" ON "account_exports"("account_id");

-- AddForeignKey
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "account_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
