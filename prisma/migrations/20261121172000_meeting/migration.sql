-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "expired" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "invite" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "calendars" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_fetched_at" TIMESTAMPTZ(3),

    CONSTRAINT "calendars_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "calendars_hash_key" ON "calendars"("hash");

-- AddForeignKey
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "challenges"
  ADD CONSTRAINT "challenges_expires_later" CHECK ("expires_at" > "created_at"),
  ADD CONSTRAINT "challenges_expired_is_withdrawn" CHECK (NOT "expired" OR ("state" = 'withdrawn' AND "closed_at" > "expires_at")),
  ADD CONSTRAINT "challenges_invite_names_nobody" CHECK (NOT "invite" OR "opponent_id" IS NULL OR "state" = 'accepted'),
  -- asking again accepts the rematch that stands: it stands until it is answered
  ADD CONSTRAINT "challenges_rematch_stays" CHECK ("rematch_of" IS NULL OR ("expires_at" IS NULL AND NOT "invite"));

-- the lobby without invitations; what is to be closed, for the sweep
DROP INDEX "challenges_lobby";
CREATE INDEX "challenges_lobby" ON "challenges" ("id" DESC) WHERE "state" = 'open' AND "opponent_id" IS NULL AND NOT "invite";
CREATE INDEX "challenges_expiry" ON "challenges" ("expires_at") WHERE "state" = 'open';

-- those open to all now stand as long as new ones do
UPDATE "challenges" SET "expires_at" = greatest("created_at", date_trunc('milliseconds', now())) + interval '14 days'
WHERE "state" = 'open' AND "opponent_id" IS NULL;

-- events are told again for a week: those of before say what they now must
UPDATE "events" SET "payload" = '{"invite": false, "expiresAt": null, "expired": false}' || "payload" WHERE "type" = 'challenge';
