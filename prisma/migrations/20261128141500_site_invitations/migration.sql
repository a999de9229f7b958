-- CreateTable
CREATE TABLE "site_invitations" (
    "id" SERIAL NOT NULL,
    "hash" BYTEA NOT NULL,
    "by_id" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "site_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invited_players" (
    "id" SERIAL NOT NULL,
    "invitation_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invited_players_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_invitations_hash_key" ON "site_invitations"("hash");

-- CreateIndex
CREATE INDEX "site_invitations_by_id_id_idx" ON "site_invitations"("by_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invited_players_player_id_key" ON "invited_players"("player_id");

-- CreateIndex
CREATE INDEX "invited_players_invitation_id_id_idx" ON "invited_players"("invitation_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "site_invitations" ADD CONSTRAINT "site_invitations_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invited_players" ADD CONSTRAINT "invited_players_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "site_invitations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invited_players" ADD CONSTRAINT "invited_players_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "site_invitations" ADD CONSTRAINT "site_invitations_used_check" CHECK (uses > 0 AND used BETWEEN 0 AND uses);
