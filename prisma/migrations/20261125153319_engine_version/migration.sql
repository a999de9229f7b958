-- AlterTable
ALTER TABLE "engine_comparisons" ADD COLUMN     "engine_version" INTEGER;
