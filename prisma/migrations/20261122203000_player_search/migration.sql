-- CreateIndex: players by the start of their name. The collation makes it a range of the index.
CREATE INDEX "players_username_start" ON "players"("username_key" COLLATE "C") WHERE "kind" IN ('human', 'bot');
