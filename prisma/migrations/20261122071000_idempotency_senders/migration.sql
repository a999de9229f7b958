-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "sender" TEXT;
