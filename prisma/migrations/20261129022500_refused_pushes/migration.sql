-- AlterTable
ALTER TABLE "push_subscriptions" ADD COLUMN     "refused_since" TIMESTAMPTZ(3);
