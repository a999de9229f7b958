-- Partitions events by id, so that old ones are dropped at once. The rows so far become the first partition as they are.
ALTER TABLE "events" RENAME TO "events_earlier";
ALTER TABLE "events_earlier" RENAME CONSTRAINT "events_pkey" TO "events_earlier_pkey";
ALTER INDEX "events_created_at_idx" RENAME TO "events_earlier_created_at_idx";
ALTER INDEX "events_tx_id_idx" RENAME TO "events_earlier_tx_id_idx";
ALTER INDEX "events_player_ids_idx" RENAME TO "events_earlier_player_ids_idx";
-- a unique key cannot span partitions: the conditional write of a game gives each version one event
DROP INDEX "events_game_id_version_type_key";

CREATE TABLE "events" (LIKE "events_earlier" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY ("id");
ALTER SEQUENCE "events_id_seq" OWNED BY "events"."id";
CREATE INDEX "events_created_at_idx" ON "events"("created_at");
CREATE INDEX "events_tx_id_idx" ON "events"("tx", "id");
CREATE INDEX "events_player_ids_idx" ON "events" USING GIN ("player_ids");
CREATE INDEX "events_game_id_version_idx" ON "events"("game_id", "version");

-- until the end of tomorrow: an earlier release that still runs goes on in this partition
DO $$
DECLARE
  ids_per_day CONSTANT bigint := 24 * 60 * 60 * 1000 * 100::bigint;
  given_out CONSTANT bigint := greatest(extract(epoch FROM now()) * 1000 * 100, pg_sequence_last_value('events_id_seq'));
BEGIN
  EXECUTE format('ALTER TABLE "events" ATTACH PARTITION "events_earlier" FOR VALUES FROM (MINVALUE) TO (%s)',
    (given_out / ids_per_day + 2) * ids_per_day);
END $$;
