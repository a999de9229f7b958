-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "deletes_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_usernames" (
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_usernames_pkey" PRIMARY KEY ("hash")
);

-- accounts that are to be erased, the earliest first
CREATE INDEX "accounts_deletes_at_idx" ON "accounts" ("deletes_at") WHERE "deletes_at" IS NOT NULL;
