-- AlterTable
ALTER TABLE "later_positions" DROP CONSTRAINT "later_positions_pkey",
ADD COLUMN     "player_id" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "later_positions_pkey" PRIMARY KEY ("player_id", "position", "ended_at", "game_id");
ALTER TABLE "later_positions" ALTER COLUMN "player_id" DROP DEFAULT;

-- those so far count for everybody
INSERT INTO "later_positions" ("player_id", "position", "ended_at", "game_id")
SELECT p."id", l."position", l."ended_at", l."game_id"
FROM "later_positions" l JOIN "games" g ON g."id" = l."game_id"
  JOIN "players" p ON p."id" IN (g."white_id", g."black_id") AND p."kind" <> 'closed';
