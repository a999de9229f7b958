-- CreateTable
CREATE TABLE "plans" (
    "game_id" INTEGER NOT NULL,
    "by" "side" NOT NULL,
    "version" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "branches" JSONB NOT NULL,
    "played" INTEGER[],
    "ended_ply" INTEGER,
    "ended_reason" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("game_id","by")
);

-- CreateTable
CREATE TABLE "notes" (
    "game_id" INTEGER NOT NULL,
    "by" "side" NOT NULL,
    "ply" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("game_id","by","ply")
);

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language has no word for

ALTER TABLE "plans" ADD CONSTRAINT "plans_version_check" CHECK ("version" > 0 AND "ply" >= 0);
ALTER TABLE "plans" ADD CONSTRAINT "plans_branches_check" CHECK (jsonb_typeof("branches") = 'array');
-- what has ended, or was never begun, holds nothing and is waited for by nobody
ALTER TABLE "plans" ADD CONSTRAINT "plans_ended_check" CHECK (
  ("ended_ply" IS NULL) = ("ended_reason" IS NULL) AND ("ended_ply" IS NULL OR "branches" = '[]')
);
ALTER TABLE "plans" ADD CONSTRAINT "plans_ended_reason_check" CHECK (
  "ended_reason" IN ('played-out', 'other-move', 'own-move', 'game-over', 'refused')
);
ALTER TABLE "plans" ADD CONSTRAINT "plans_due_check" CHECK ("due_at" IS NULL OR "branches" <> '[]');
-- those that are to be looked at
CREATE INDEX "plans_due_idx" ON "plans" ("due_at") WHERE "due_at" IS NOT NULL;

ALTER TABLE "notes" ADD CONSTRAINT "notes_ply_check" CHECK ("ply" >= -1);
ALTER TABLE "notes" ADD CONSTRAINT "notes_text_check" CHECK (char_length("text") BETWEEN 1 AND 2000);
