-- CreateEnum
CREATE TYPE "sanction_kind" AS ENUM ('mute', 'restrict', 'close');

-- CreateEnum
CREATE TYPE "appeal_state" AS ENUM ('open', 'granted', 'rejected');

-- AlterTable
ALTER TABLE "known_addresses" ADD COLUMN     "network" BYTEA;

-- CreateTable
CREATE TABLE "sanctions" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "kind" "sanction_kind" NOT NULL,
    "reason" TEXT NOT NULL,
    "by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_by_id" INTEGER,
    "lift_reason" TEXT,

    CONSTRAINT "sanctions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeals" (
    "id" SERIAL NOT NULL,
    "by_id" INTEGER NOT NULL,
    "sanction_id" INTEGER,
    "text" TEXT NOT NULL,
    "state" "appeal_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" INTEGER,
    "reason" TEXT,

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sanctions_player_id_id_idx" ON "sanctions"("player_id", "id" DESC);

-- CreateIndex
CREATE INDEX "appeals_state_id_idx" ON "appeals"("state", "id");

-- CreateIndex
CREATE UNIQUE INDEX "appeals_sanction_id_key" ON "appeals"("sanction_id");

-- CreateIndex
CREATE INDEX "known_addresses_network_idx" ON "known_addresses"("network");

-- AddForeignKey
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_lifted_by_id_fkey" FOREIGN KEY ("lifted_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_sanction_id_fkey" FOREIGN KEY ("sanction_id") REFERENCES "sanctions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "sanctions"
  ADD CONSTRAINT "sanctions_end_after_they_begin" CHECK ("until" IS NULL OR "until" > "created_at"),
  ADD CONSTRAINT "sanctions_lifted_with_reason" CHECK (num_nonnulls("lifted_at", "lifted_by_id", "lift_reason") IN (0, 3));
ALTER TABLE "appeals"
  ADD CONSTRAINT "appeals_are_against_something" CHECK ("sanction_id" IS NOT NULL),
  ADD CONSTRAINT "appeals_decided_with_reason"
    CHECK (num_nonnulls("decided_at", "decided_by_id", "reason") = CASE "state" WHEN 'open' THEN 0 ELSE 3 END);

-- the sanctions of a player that may be in force
CREATE INDEX "sanctions_in_force" ON "sanctions" ("player_id", "kind") WHERE "lifted_at" IS NULL;
