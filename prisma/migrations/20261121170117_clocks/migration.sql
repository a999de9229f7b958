-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "days_off" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "quiet_from" TEXT,
ADD COLUMN     "quiet_to" TEXT;

-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "vacation" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "black_schedule" JSONB NOT NULL DEFAULT '{"timezone":"UTC","daysOff":[],"quietHours":null}',
ADD COLUMN     "clock_since" TIMESTAMPTZ(3),
ADD COLUMN     "vacation" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "white_schedule" JSONB NOT NULL DEFAULT '{"timezone":"UTC","daysOff":[],"quietHours":null}';

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "vacations_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "outages" (
    "id" SERIAL NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "heartbeat" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3),

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outages_until_idx" ON "outages"("until");

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_days_off" CHECK (
    "days_off" IS NOT NULL AND cardinality("days_off") <= 2 AND "days_off" <@ ARRAY[1, 2, 3, 4, 5, 6, 7]
    AND "days_off"[1] IS DISTINCT FROM coalesce("days_off"[2], 0)),
  ADD CONSTRAINT "accounts_quiet_hours" CHECK (
    ("quiet_from" IS NULL) = ("quiet_to" IS NULL)
    AND "quiet_from" ~ '^([01]\d|2[0-3]):[0-5]\d$' AND "quiet_to" ~ '^([01]\d|2[0-3]):[0-5]\d$'
    -- at least a minute, at most ten hours, and over midnight where they end before they begin
    AND mod(1440 + (substr("quiet_to", 1, 2)::int - substr("quiet_from", 1, 2)::int) * 60
      + substr("quiet_to", 4, 2)::int - substr("quiet_from", 4, 2)::int, 1440) BETWEEN 1 AND 600);

-- The clocks that run: what was left was counted back from the deadline.
UPDATE "games" SET "clock_since" = "deadline"
  - CASE "turn" WHEN 'white' THEN "white_remaining_ms" ELSE "black_remaining_ms" END * interval '1 millisecond'
WHERE "status" = 'active';
ALTER TABLE "games"
  ADD CONSTRAINT "games_clock_while_active" CHECK (("status" = 'active') = ("clock_since" IS NOT NULL));

ALTER TABLE "outages" ADD CONSTRAINT "outages_last" CHECK ("until" > "from");
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_is_one" CHECK ("id" = 1);
INSERT INTO "heartbeat" ("id") VALUES (1);

-- What the outbox holds is read by the contract as it now is.
UPDATE "events" SET "payload" = '{
    "vacation": true, "away": {"white": null, "black": null},
    "schedules": {
      "white": {"timezone": "UTC", "daysOff": [], "quietHours": null},
      "black": {"timezone": "UTC", "daysOff": [], "quietHours": null}
    }
  }'::jsonb || "payload"
WHERE "type" = 'game';
UPDATE "events"
SET "payload" = '{"vacation": true, "schedule": {"timezone": "UTC", "daysOff": [], "quietHours": null}}'::jsonb || "payload"
WHERE "type" = 'challenge';
