-- CreateTable
CREATE TABLE "reminder_checks" (
    "game_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reminder_checks_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE INDEX "reminder_checks_at_idx" ON "reminder_checks"("at");

-- AddForeignKey
ALTER TABLE "reminder_checks" ADD CONSTRAINT "reminder_checks_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "reminder_checks" ("game_id", "at") SELECT "id", '-infinity' FROM "games" WHERE "status" = 'active';

-- Whatever changes when a player is reminded has the player's games looked at again.
CREATE FUNCTION check_reminders_of_player() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  player integer := CASE TG_TABLE_NAME WHEN 'accounts' THEN (to_jsonb(NEW) ->> 'player_id')::integer ELSE NEW.id END;
BEGIN
  INSERT INTO reminder_checks (game_id, at)
    SELECT id, '-infinity'::timestamptz FROM games WHERE status = 'active' AND white_id = player
    UNION ALL SELECT id, '-infinity'::timestamptz FROM games WHERE status = 'active' AND black_id = player
    ON CONFLICT (game_id) DO UPDATE SET at = excluded.at;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_reminders_change AFTER UPDATE OF reminders, quiet_from, quiet_to, timezone, email_verified ON accounts
  FOR EACH ROW
  WHEN ((OLD.reminders, OLD.quiet_from, OLD.quiet_to, OLD.timezone, OLD.email_verified)
    IS DISTINCT FROM (NEW.reminders, NEW.quiet_from, NEW.quiet_to, NEW.timezone, NEW.email_verified))
  EXECUTE FUNCTION check_reminders_of_player();
CREATE TRIGGER players_reminders_change AFTER UPDATE OF kind ON players
  FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION check_reminders_of_player();
