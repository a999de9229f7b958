-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "digest_at" TEXT,
ADD COLUMN     "digest_day" DATE,
ADD COLUMN     "digest_since" TIMESTAMPTZ(3),
ADD COLUMN     "mailed" TEXT[] DEFAULT ARRAY['challenge', 'game-begun']::TEXT[],
ADD COLUMN     "reminders" JSONB NOT NULL DEFAULT '[{"hoursBefore": 24, "app": true, "mail": true}]';

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "game_id" INTEGER,
ADD COLUMN     "notice_id" INTEGER,
ADD COLUMN     "ply" INTEGER;

-- CreateTable
CREATE TABLE "sent_reminders" (
    "game_id" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "reminder" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sent_reminders_pkey" PRIMARY KEY ("game_id","ply","reminder")
);

-- CreateTable
CREATE TABLE "rounds" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rounds_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "sent_reminders_created_at_idx" ON "sent_reminders"("created_at");

-- CreateIndex
CREATE INDEX "mails_notice_id_idx" ON "mails"("notice_id");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sent_reminders" ADD CONSTRAINT "sent_reminders_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_reminders_check"
  CHECK (jsonb_typeof("reminders") = 'array' AND jsonb_array_length("reminders") <= 10);
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_mailed_check" CHECK ("mailed" IS NOT NULL);
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_digest_check"
  CHECK (("digest_at" IS NULL) = ("digest_since" IS NULL) AND "digest_at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
ALTER TABLE "mails" ADD CONSTRAINT "mails_turn_check" CHECK (("game_id" IS NULL) = ("ply" IS NULL));
-- whose daily mail may be due
CREATE INDEX "accounts_digest" ON "accounts" ("id") WHERE "digest_at" IS NOT NULL;
INSERT INTO "rounds" ("name", "at") VALUES ('reminders', 'epoch'), ('digests', 'epoch');
