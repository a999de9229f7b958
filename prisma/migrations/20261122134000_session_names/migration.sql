-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "name" TEXT;

