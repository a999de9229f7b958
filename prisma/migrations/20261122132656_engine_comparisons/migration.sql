-- CreateTable
CREATE TABLE "engine_comparisons" (
    "id" SERIAL NOT NULL,
    "player_id" INTEGER NOT NULL,
    "requested_by_id" INTEGER NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "failed" BOOLEAN NOT NULL DEFAULT false,
    "ready_at" TIMESTAMPTZ(3),
    "rules" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "engine_comparisons_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "engine_comparisons_player_id_key" ON "engine_comparisons"("player_id");

-- AddForeignKey
ALTER TABLE "engine_comparisons" ADD CONSTRAINT "engine_comparisons_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_comparisons" ADD CONSTRAINT "engine_comparisons_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
