-- AlterTable
ALTER TABLE "former_usernames" ADD COLUMN     "player_id" INTEGER,
ADD COLUMN     "username" TEXT;

-- CreateIndex
CREATE INDEX "former_usernames_player_id_created_at_idx" ON "former_usernames"("player_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE SET NULL ON UPDATE CASCADE;
