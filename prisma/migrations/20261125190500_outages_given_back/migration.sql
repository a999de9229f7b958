-- earlier releases give an outage back in the transaction that records it
ALTER TABLE "outages" ADD COLUMN "given_back" BOOLEAN NOT NULL DEFAULT true;
CREATE INDEX "outages_pending_idx" ON "outages" ("from") WHERE NOT "given_back";
