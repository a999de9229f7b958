-- CreateEnum
CREATE TYPE "offer_state" AS ENUM ('open', 'accepted', 'declined', 'expired', 'closed');

-- CreateEnum
CREATE TYPE "message_kind" AS ENUM ('offer', 'decline');

-- CreateEnum
CREATE TYPE "claim_state" AS ENUM ('open', 'upheld', 'rejected', 'withdrawn', 'closed');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('uphold', 'reject');

-- CreateTable
CREATE TABLE "draw_offers" (
    "id" SERIAL NOT NULL,
    "game_id" INTEGER NOT NULL,
    "by" "side" NOT NULL,
    "ply" INTEGER NOT NULL,
    "ground" TEXT,
    "numbers" INTEGER[],
    "state" "offer_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "draw_offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" SERIAL NOT NULL,
    "game_id" INTEGER NOT NULL,
    "by" "side" NOT NULL,
    "ply" INTEGER NOT NULL,
    "kind" "message_kind" NOT NULL,
    "offer_id" INTEGER,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "claims" (
    "id" SERIAL NOT NULL,
    "game_id" INTEGER NOT NULL,
    "by" "side" NOT NULL,
    "claimant_id" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "ground" TEXT NOT NULL,
    "numbers" INTEGER[],
    "intended_move" TEXT,
    "offer_id" INTEGER,
    "text" TEXT,
    "evidence" JSONB NOT NULL,
    "state" "claim_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "claims_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rulings" (
    "id" SERIAL NOT NULL,
    "claim_id" INTEGER NOT NULL,
    "verdict" "verdict" NOT NULL,
    "by_id" INTEGER,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rulings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "warnings" (
    "id" SERIAL NOT NULL,
    "ruling_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,

    CONSTRAINT "warnings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "draw_offers_game_id_id_idx" ON "draw_offers"("game_id", "id");

-- CreateIndex
CREATE INDEX "messages_game_id_id_idx" ON "messages"("game_id", "id");

-- CreateIndex
CREATE INDEX "claims_state_id_idx" ON "claims"("state", "id");

-- CreateIndex
CREATE INDEX "claims_claimant_id_id_idx" ON "claims"("claimant_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "claims_game_id_by_ply_key" ON "claims"("game_id", "by", "ply");

-- CreateIndex
CREATE UNIQUE INDEX "rulings_claim_id_key" ON "rulings"("claim_id");

-- CreateIndex
CREATE INDEX "warnings_player_id_id_idx" ON "warnings"("player_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "warnings_ruling_id_player_id_key" ON "warnings"("ruling_id", "player_id");

-- AddForeignKey
ALTER TABLE "draw_offers" ADD CONSTRAINT "draw_offers_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "draw_offers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_claimant_id_fkey" FOREIGN KEY ("claimant_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "draw_offers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rulings" ADD CONSTRAINT "rulings_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "claims"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rulings" ADD CONSTRAINT "rulings_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_ruling_id_fkey" FOREIGN KEY ("ruling_id") REFERENCES "rulings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language has no word for.

ALTER TABLE "draw_offers"
  ADD CONSTRAINT "draw_offers_ground_has_numbers" CHECK (("ground" IS NULL) = (cardinality("numbers") = 0)),
  ADD CONSTRAINT "draw_offers_open_is_not_closed" CHECK (("state" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "draw_offers_ply" CHECK ("ply" >= 0);
ALTER TABLE "claims"
  ADD CONSTRAINT "claims_numbers" CHECK (cardinality("numbers") >= 2),
  ADD CONSTRAINT "claims_open_is_not_closed" CHECK (("state" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "claims_ply" CHECK ("ply" >= 0);

-- one open offer and one open claim a game; the sweep of offers nobody answered; the claims that were ruled on
CREATE UNIQUE INDEX "draw_offers_open" ON "draw_offers" ("game_id") WHERE "state" = 'open';
CREATE UNIQUE INDEX "claims_open" ON "claims" ("game_id") WHERE "state" = 'open';
CREATE INDEX "draw_offers_unanswered" ON "draw_offers" ("created_at") WHERE "state" = 'open';
CREATE INDEX "claims_ruled" ON "claims" ("id" DESC) WHERE "state" IN ('upheld', 'rejected');

-- Rulings and warnings are the record that admins answer by: they are added to, and nothing else.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "rulings_are_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "rulings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "warnings_are_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "warnings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
