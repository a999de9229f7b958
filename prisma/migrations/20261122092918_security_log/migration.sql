-- CreateTable
CREATE TABLE "security_events" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT,
    "user_agent" TEXT,
    "network" TEXT,
    "mailed_to" TEXT,
    "disputed_at" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "security_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "security_events_account_id_id_idx" ON "security_events"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "security_events_at_idx" ON "security_events"("at");

-- AddForeignKey
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
