import type { Deps } from '../../deps.ts'

/** Forgets which reminders came for turns that are over. @returns how many */
export async function pruneSentReminders({ database, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - 86_400_000)
  return database.prisma.$executeRaw`
    DELETE FROM sent_reminders WHERE (game_id, ply, reminder) IN (
      SELECT s.game_id, s.ply, s.reminder FROM sent_reminders s JOIN games g ON g.id = s.game_id
      WHERE s.created_at < ${before}::timestamptz AND (g.ply <> s.ply OR g.status NOT IN ('active', 'claimed'))
      LIMIT 1000)`
}
