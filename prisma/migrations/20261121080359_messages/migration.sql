-- AlterEnum
ALTER TYPE "message_kind" ADD VALUE 'talk';

-- What Prisma's schema language has no word for. A value may not be named in the migration that adds it.

ALTER TABLE "messages"
  ADD CONSTRAINT "messages_of_offers_name_one" CHECK (("offer_id" IS NOT NULL) = ("kind" IN ('offer', 'decline'))),
  ADD CONSTRAINT "messages_ply" CHECK ("ply" >= 0);
