-- Positions follow from the moves and are not stored any more: a new database has no table of them. Processes of the earlier release,
-- which may still run beside, read and write it: until `dropPositions` removes it a day later, triggers add what newer processes leave out.
DO $migration$
BEGIN
  IF NOT EXISTS (SELECT FROM "games") THEN
    DROP TABLE "positions";
    RETURN;
  END IF;

  CREATE FUNCTION "keep_first_position"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO "positions" ("game_id", "ply", "position", "occurrence", "quiet")
    VALUES (NEW."id", 0, NEW."position", 1, CASE WHEN NEW."rules" <> 'halma' THEN 0 END);
    RETURN NULL;
  END $$;
  CREATE TRIGGER "keep_first_position" AFTER INSERT ON "games"
    FOR EACH ROW WHEN (NEW."ply" = 0) EXECUTE FUNCTION "keep_first_position"();

  -- the game's row has the position already. Equal positions have the same text but for its counters, the last one or two fields.
  CREATE FUNCTION "keep_position"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO "positions" ("game_id", "ply", "position", "occurrence", "quiet")
    SELECT g."id", g."ply", g."position",
      1 + (
        SELECT count(*) FROM "positions" p
        WHERE p."game_id" = g."id" AND starts_with(p."position", key."text")
          AND hashtext(split_part(p."position", ' ', 1)) = hashtext(split_part(g."position", ' ', 1))
      ),
      CASE WHEN g."rules" <> 'halma' THEN split_part(g."position", ' ', 5)::int END
    FROM "games" g, LATERAL (
      SELECT regexp_replace(g."position", CASE g."rules" WHEN 'halma' THEN '\d+$' ELSE '\d+ \d+$' END, '') AS "text"
    ) key
    WHERE g."id" = NEW."game_id" AND g."ply" = NEW."ply";
    RETURN NULL;
  END $$;
  CREATE TRIGGER "keep_position" AFTER INSERT ON "moves" FOR EACH ROW EXECUTE FUNCTION "keep_position"();

  -- a process of the earlier release inserts the position of its own move or game too
  CREATE FUNCTION "skip_kept_position"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM "positions" WHERE "game_id" = NEW."game_id" AND "ply" = NEW."ply") THEN
      RETURN NULL;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER "skip_kept_position" BEFORE INSERT ON "positions" FOR EACH ROW EXECUTE FUNCTION "skip_kept_position"();
END $migration$;
