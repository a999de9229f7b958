-- CreateTable
CREATE TABLE "ladder_reigns" (
    "id" SERIAL NOT NULL,
    "rules" TEXT NOT NULL,
    "player_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "ladder_reigns_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ladder_reigns_rules_player_id_idx" ON "ladder_reigns"("rules", "player_id");

-- CreateIndex
CREATE INDEX "ladder_reigns_player_id_idx" ON "ladder_reigns"("player_id");

-- AddForeignKey
ALTER TABLE "ladder_reigns" ADD CONSTRAINT "ladder_reigns_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex: one player is on top
CREATE UNIQUE INDEX "ladder_reigns_running_key" ON "ladder_reigns"("rules") WHERE "until" IS NULL;

-- who was on top before is not known
INSERT INTO "ladder_reigns" ("rules", "player_id", "since")
SELECT "rules", "player_id", now() FROM "ladder_entries" e
WHERE "place" = 1 AND EXISTS (SELECT FROM "ladder_entries" o WHERE o."rules" = e."rules" AND o."place" = 2);
