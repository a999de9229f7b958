-- AlterTable
ALTER TABLE "games" ADD COLUMN     "assisted" BOOLEAN NOT NULL DEFAULT false;
