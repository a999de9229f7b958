-- Renames tables and columns to the terms used in the code. Stop all processes before this migration.

ALTER TABLE "attempts" RENAME TO "rate_counters";
ALTER TABLE "rate_counters" RENAME CONSTRAINT "attempts_pkey" TO "rate_counters_pkey";
ALTER INDEX "attempts_since_idx" RENAME TO "rate_counters_since_idx";

ALTER TABLE "feeds" RENAME TO "consumer_offsets";
ALTER TABLE "consumer_offsets" RENAME CONSTRAINT "feeds_pkey" TO "consumer_offsets_pkey";
ALTER TABLE "consumer_offsets" RENAME COLUMN "name" TO "consumer";

ALTER TABLE "notices" RENAME TO "notifications";
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_pkey" TO "notifications_pkey";
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_account_id_fkey" TO "notifications_account_id_fkey";
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_game_id_fkey" TO "notifications_game_id_fkey";
ALTER INDEX "notices_account_id_id_idx" RENAME TO "notifications_account_id_id_idx";
ALTER INDEX "notices_created_at_idx" RENAME TO "notifications_created_at_idx";
ALTER INDEX "notices_account_id_key_key" RENAME TO "notifications_account_id_key_key";
ALTER INDEX "notices_unread_idx" RENAME TO "notifications_unread_idx";
ALTER SEQUENCE "notices_id_seq" RENAME TO "notifications_id_seq";

ALTER TABLE "mails" RENAME COLUMN "notice_id" TO "notification_id";
ALTER TABLE "mails" RENAME CONSTRAINT "mails_notice_id_fkey" TO "mails_notification_id_fkey";
ALTER INDEX "mails_notice_id_idx" RENAME TO "mails_notification_id_idx";

ALTER TABLE "rounds" RENAME TO "leases";
ALTER TABLE "leases" RENAME CONSTRAINT "rounds_pkey" TO "leases_pkey";

ALTER TABLE "plans" RENAME TO "conditional_moves";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_pkey" TO "conditional_moves_pkey";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_game_id_fkey" TO "conditional_moves_game_id_fkey";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_version_check" TO "conditional_moves_version_check";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_branches_check" TO "conditional_moves_branches_check";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_ended_check" TO "conditional_moves_ended_check";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_ended_reason_check" TO "conditional_moves_ended_reason_check";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "plans_due_check" TO "conditional_moves_due_check";
ALTER INDEX "plans_due_idx" RENAME TO "conditional_moves_due_idx";

ALTER TABLE "players" RENAME COLUMN "house" TO "built_in";
ALTER TABLE "players" RENAME CONSTRAINT "players_house_is_a_bot" TO "players_built_in_is_a_bot";
