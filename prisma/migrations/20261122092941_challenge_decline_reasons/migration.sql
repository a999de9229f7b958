-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "decline_reason" TEXT;
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_decline_reason" CHECK (decline_reason IS NULL OR state = 'declined');
