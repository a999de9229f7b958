-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "days" INTEGER;

ALTER TABLE "messages"
  ADD CONSTRAINT "messages_with_days_are_gifts" CHECK ("days" IS NULL OR ("days" > 0 AND "kind" = 'talk' AND "text" = ''));

CREATE INDEX "messages_gifts_idx" ON "messages" ("game_id", "id") WHERE "days" IS NOT NULL;
