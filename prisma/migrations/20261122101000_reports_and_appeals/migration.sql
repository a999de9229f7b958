-- CreateEnum
CREATE TYPE "content_report_state" AS ENUM ('open', 'upheld', 'dismissed');

-- AlterTable
ALTER TABLE "appeals" ADD COLUMN     "report_id" INTEGER;

-- CreateTable
CREATE TABLE "content_reports" (
    "id" SERIAL NOT NULL,
    "location" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "state" "content_report_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" INTEGER,
    "reason" TEXT,

    CONSTRAINT "content_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "content_reports_state_id_idx" ON "content_reports"("state", "id");

-- CreateIndex
CREATE INDEX "appeals_by_id_id_idx" ON "appeals"("by_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "appeals_report_id_by_id_key" ON "appeals"("report_id", "by_id");

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "appeals"
  DROP CONSTRAINT "appeals_are_against_something",
  ADD CONSTRAINT "appeals_are_against_one_decision" CHECK (num_nonnulls("sanction_id", "report_id") = 1);
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_decided_with_reason"
  CHECK (num_nonnulls("decided_at", "decided_by_id", "reason") = CASE "state" WHEN 'open' THEN 0 ELSE 3 END);
