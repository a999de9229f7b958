-- CreateEnum
CREATE TYPE "named" AS ENUM ('player', 'club', 'tournament');

-- CreateTable
CREATE TABLE "name_parts" (
    "kind" "named" NOT NULL,
    "whole" BOOLEAN NOT NULL,
    "part" TEXT COLLATE "C" NOT NULL,
    "owner_id" INTEGER NOT NULL,

    CONSTRAINT "name_parts_pkey" PRIMARY KEY ("kind", "whole", "part", "owner_id")
);

-- What Prisma's language cannot express

-- The name by which a row is found, in lower case. NULL: it is not found. Used by queries too
CREATE FUNCTION "searched_name"("players") RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN $1."kind" IN ('human', 'bot') THEN $1."username_key" END $$;
CREATE FUNCTION "searched_name"("clubs") RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN $1."ended_at" IS NULL THEN lower($1."name") END $$;
-- seasons of leagues have names that the server makes
CREATE FUNCTION "searched_name"("tournaments") RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN $1."season" IS NULL THEN lower($1."name") END $$;

-- searches by the start of a name, of which "players_name_start_idx" has more
DROP INDEX "players_username_start";

-- nobody searches for a part that begins with a space
CREATE FUNCTION "parts_of_name"("name" text) RETURNS TABLE ("whole" boolean, "part" text) LANGUAGE sql IMMUTABLE AS $$
  SELECT n = 1, substr("name", n) FROM generate_series(1, length("name")) AS n WHERE substr("name", n, 1) <> ' '
$$;

-- The argument of the trigger is the kind.
CREATE FUNCTION "keep_name_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "name_parts" k USING "parts_of_name"("searched_name"(OLD)) p
      WHERE k."kind" = TG_ARGV[0]::"named" AND k."whole" = p."whole" AND k."part" = p."part" AND k."owner_id" = OLD."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "name_parts" ("kind", "whole", "part", "owner_id")
      SELECT TG_ARGV[0]::"named", "whole", "part", NEW."id" FROM "parts_of_name"("searched_name"(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "players_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "username_key", "kind" ON "players"
  FOR EACH ROW EXECUTE FUNCTION "keep_name_parts"('player');
CREATE TRIGGER "clubs_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "name", "ended_at" ON "clubs"
  FOR EACH ROW EXECUTE FUNCTION "keep_name_parts"('club');
CREATE TRIGGER "tournaments_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "name", "season" ON "tournaments"
  FOR EACH ROW EXECUTE FUNCTION "keep_name_parts"('tournament');

-- CREATE TRIGGER has waited for processes that are writing names, and keeps others waiting
INSERT INTO "name_parts" ("kind", "whole", "part", "owner_id")
  SELECT 'player'::"named", "whole", "part", o."id" FROM "players" o, "parts_of_name"("searched_name"(o))
  UNION ALL SELECT 'club', "whole", "part", o."id" FROM "clubs" o, "parts_of_name"("searched_name"(o))
  UNION ALL SELECT 'tournament', "whole", "part", o."id" FROM "tournaments" o, "parts_of_name"("searched_name"(o));
