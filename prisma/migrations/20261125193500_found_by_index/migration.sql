-- what erasing a person changes
CREATE INDEX "challenges_challenger_id_idx" ON "challenges" ("challenger_id");
CREATE INDEX "challenges_opponent_id_idx" ON "challenges" ("opponent_id");
CREATE INDEX "tournament_log_player_id_idx" ON "tournament_log" ("player_id");
CREATE INDEX "tournament_log_by_id_idx" ON "tournament_log" ("by_id");
-- what has expired
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");
CREATE INDEX "mails_text_idx" ON "mails" ("expires_at") WHERE "text" IS NOT NULL;
CREATE INDEX "vacations_ending_idx" ON "vacations" ("until") WHERE "state" <> 'over';
CREATE INDEX "vacations_beginning_idx" ON "vacations" ("from") WHERE "state" = 'planned';
-- daily mails by time zone, day and time of day, which is the end of quiet hours that it falls in
CREATE INDEX "accounts_digest_idx" ON "accounts" ("timezone", "digest_day", (CASE
    WHEN "quiet_from" IS NULL THEN "digest_at"
    WHEN "quiet_from" < "quiet_to" AND "digest_at" >= "quiet_from" AND "digest_at" < "quiet_to" THEN "quiet_to"
    WHEN "quiet_from" > "quiet_to" AND ("digest_at" >= "quiet_from" OR "digest_at" < "quiet_to") THEN "quiet_to"
    ELSE "digest_at" END))
  WHERE "digest_at" IS NOT NULL AND "email_verified";

-- when to look whether a guest can be forgotten: at once when a session ends
ALTER TABLE "accounts" ADD COLUMN "forget_at" TIMESTAMPTZ(3);
UPDATE "accounts" SET "forget_at" = '-infinity' WHERE "player_id" IN (SELECT "id" FROM "players" WHERE "kind" = 'guest');
CREATE INDEX "accounts_forget_at_idx" ON "accounts" ("forget_at") WHERE "forget_at" IS NOT NULL;
CREATE FUNCTION check_guest_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET forget_at = '-infinity' FROM players p
    WHERE a.id = OLD.account_id AND a.forget_at IS DISTINCT FROM '-infinity' AND p.id = a.player_id AND p.kind = 'guest';
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_end_of_guest AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION check_guest_of_session();
