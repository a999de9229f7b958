-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "timeouts" TEXT NOT NULL DEFAULT 'automatic';

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "timeouts" TEXT NOT NULL DEFAULT 'automatic';

-- NOT VALID: the rows so far have the default, and large tables need not be read.
ALTER TABLE "challenges"
  ADD CONSTRAINT "challenges_timeouts" CHECK ("timeouts" = 'automatic' OR ("timeouts" = 'claimed' AND NOT "rated")) NOT VALID;
ALTER TABLE "games"
  ADD CONSTRAINT "games_timeouts" CHECK ("timeouts" = 'automatic' OR ("timeouts" = 'claimed' AND NOT "rated" AND "tournament_id" IS NULL
    AND NOT "ladder" AND "match_id" IS NULL)) NOT VALID;

-- What the server ends long after the deadline.
CREATE INDEX "games_claimed_timeouts" ON "games" ("deadline", "id") WHERE "status" = 'active' AND "timeouts" = 'claimed';
