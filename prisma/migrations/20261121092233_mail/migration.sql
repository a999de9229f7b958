-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed', 'kept');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "pending_email" TEXT;

-- CreateTable
CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT,
    "html" TEXT,
    "state" "mail_state" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mails_key_key" ON "mails"("key");

-- CreateIndex
CREATE INDEX "mails_account_id_idx" ON "mails"("account_id");

-- CreateIndex
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- the queue: what is to be sent, in its order
CREATE INDEX "mails_waiting_idx" ON "mails"("next_at") WHERE state = 'waiting';
-- a mail is sent at some time, or is not
ALTER TABLE "mails" ADD CONSTRAINT "mails_sent_check" CHECK ((state = 'sent') = (sent_at IS NOT NULL));
-- what waits can be sent
ALTER TABLE "mails" ADD CONSTRAINT "mails_waiting_check" CHECK (state <> 'waiting' OR (text IS NOT NULL AND html IS NOT NULL));
ALTER TABLE "mails" ADD CONSTRAINT "mails_attempts_check" CHECK (attempts >= 0);
