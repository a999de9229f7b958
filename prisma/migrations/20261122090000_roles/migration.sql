-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "roles" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "admin_acts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "by_id" INTEGER,
    "player_id" INTEGER,
    "reason" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "admin_acts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "admin_acts_player_id_id_idx" ON "admin_acts"("player_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_roles" CHECK ("roles" <@ ARRAY['arbiter', 'moderator']);

-- The rulings so far, as the log would have them.
INSERT INTO "admin_acts" ("kind", "by_id", "player_id", "reason", "details", "created_at")
SELECT * FROM (
  SELECT 'claim-ruled', r.by_id, c.claimant_id, r.reason,
    jsonb_build_object('claim', c.id, 'game', c.game_id, 'verdict', CASE r.verdict WHEN 'uphold' THEN 'upheld' ELSE 'rejected' END),
    r.created_at
  FROM "rulings" r JOIN "claims" c ON c.id = r.claim_id WHERE r.by_id IS NOT NULL
  UNION ALL
  SELECT 'report-ruled', r.by_id, p.player_id, r.reason,
    jsonb_build_object('report', p.id, 'verdict', CASE r.verdict WHEN 'uphold' THEN 'upheld' ELSE 'dismissed' END),
    r.created_at
  FROM "report_rulings" r JOIN "reports" p ON p.id = r.report_id
) AS "rulings_so_far" ORDER BY 6;

CREATE TRIGGER "admin_acts_are_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_acts"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
