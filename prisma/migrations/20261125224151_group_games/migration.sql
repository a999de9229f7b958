-- AlterTable
ALTER TABLE "tournament_groups" ADD COLUMN     "games" INTEGER NOT NULL DEFAULT 0;
UPDATE "tournament_groups" g SET "games" = t."games_per_pair" * seats.players * (seats.players - 1) / 2
FROM "tournaments" t, (
  SELECT "tournament_id", "stage", "group_nr", count(*)::int AS players FROM "tournament_seats" GROUP BY 1, 2, 3
) seats
WHERE t."id" = g."tournament_id" AND seats."tournament_id" = g."tournament_id" AND seats."stage" = g."stage"
  AND seats."group_nr" = g."nr";
