-- CreateTable
CREATE TABLE "packed_moves" (
    "game_id" INTEGER NOT NULL,
    "moves" TEXT NOT NULL,
    "played_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "packed_moves_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "packed_until" (
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "game_id" INTEGER NOT NULL,

    CONSTRAINT "packed_until_pkey" PRIMARY KEY ("updated_at","game_id")
);

-- AddForeignKey
ALTER TABLE "packed_moves" ADD CONSTRAINT "packed_moves_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

INSERT INTO "packed_until" VALUES ('1970-01-01Z', 0);

-- A game's moves, wherever they are. Postgres puts its text in the place of the call, so conditions on `ply` use the index.
CREATE FUNCTION "moves_of"("game" integer) RETURNS TABLE ("ply" integer, "move" text, "played_at" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT "ply", "move", "played_at"::timestamptz FROM "moves" WHERE "game_id" = "game"
  UNION ALL
  SELECT p."ply"::integer, p."move", p."played_at"::timestamptz
  FROM "packed_moves", unnest(string_to_array("moves", ' '), "packed_moves"."played_at") WITH ORDINALITY p ("move", "played_at", "ply")
  WHERE "game_id" = "game"
$$;
