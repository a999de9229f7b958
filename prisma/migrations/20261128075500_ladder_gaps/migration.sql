-- A day after this migration, players who leave a ladder leave gaps: no process numbers places on its own any more.
COMMENT ON COLUMN "ladder_entries"."place" IS 'Sorts the ladder. There are gaps: the place that players see is counted.';
