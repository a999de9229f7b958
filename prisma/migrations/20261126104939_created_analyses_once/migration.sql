-- AlterTable
ALTER TABLE "analyses" ADD COLUMN     "call_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "analyses_player_id_call_hash_key" ON "analyses"("player_id", "call_hash");
