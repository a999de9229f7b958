-- CreateTable
CREATE TABLE "game_analyses" (
    "id" SERIAL NOT NULL,
    "game_id" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "tree" JSON NOT NULL,
    "bytes" INTEGER NOT NULL,
    "noted_at" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_analyses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "game_analyses_player_id_bytes_idx" ON "game_analyses"("player_id", "bytes");

-- CreateIndex
CREATE UNIQUE INDEX "game_analyses_game_id_player_id_key" ON "game_analyses"("game_id", "player_id");

-- AddForeignKey
ALTER TABLE "game_analyses" ADD CONSTRAINT "game_analyses_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_analyses" ADD CONSTRAINT "game_analyses_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language cannot express

ALTER TABLE "game_analyses" ADD CONSTRAINT "game_analyses_size_check" CHECK ("version" > 0 AND "bytes" > 0);
ALTER TABLE "game_analyses" ADD CONSTRAINT "game_analyses_noted_at_check" CHECK (jsonb_typeof("noted_at") = 'object');

-- Notes become comments on the line played, up to the last position with a note. Those on the game and on its start are one.

INSERT INTO "game_analyses" ("game_id", "player_id", "version", "tree", "bytes", "noted_at", "updated_at")
SELECT "game_id", "player_id", 1, "tree"::json, octet_length("tree"), "noted_at", "updated_at" FROM (
  SELECT w."game_id", CASE w."by" WHEN 'white' THEN g."white_id" ELSE g."black_id" END AS "player_id",
    concat('{"rules":', to_json(g."rules"), ',"start":null', ',"comment":' || to_json(left(w."comment", 2000))::text,
      ',"nodes":[', m."nodes", ']}') AS "tree",
    w."noted_at", w."updated_at"
  FROM (
    SELECT "game_id", "by", max("ply") AS "last", max("updated_at") AS "updated_at",
      string_agg("text", E'\n\n' ORDER BY "ply") FILTER (WHERE "ply" <= 0) AS "comment",
      jsonb_object_agg(greatest("ply", 0), to_char("updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ORDER BY "updated_at") AS "noted_at"
    FROM "notes" GROUP BY "game_id", "by"
  ) w
  JOIN "games" g ON g."id" = w."game_id"
  CROSS JOIN LATERAL (
    SELECT string_agg(concat('{"parent":', CASE m."ply" WHEN 1 THEN 'null' ELSE (m."ply" - 2)::text END,
      ',"move":', to_json(m."move"), ',"comment":' || to_json(n."text")::text, '}'), ',' ORDER BY m."ply") AS "nodes"
    FROM "moves" m
    LEFT JOIN "notes" n ON n."game_id" = m."game_id" AND n."by" = w."by" AND n."ply" = m."ply"
    WHERE m."game_id" = w."game_id" AND m."ply" <= w."last"
  ) m
) migrated;

DROP TABLE "notes";
