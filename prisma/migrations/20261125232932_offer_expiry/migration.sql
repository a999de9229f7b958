-- AlterTable
ALTER TABLE "draw_offers" ADD COLUMN     "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '1 day'::interval);

-- What Prisma's language cannot express

UPDATE "draw_offers" SET "expires_at" = "created_at" + interval '1 day';
DROP INDEX "draw_offers_unanswered";
CREATE INDEX "draw_offers_unanswered" ON "draw_offers" ("expires_at") WHERE "state" = 'open';
