import type { ClubEvent, Player } from '@tegenzet/contract'
import { append } from '../../outbox/append.ts'
import type { Tx } from '../../store/transaction.ts'
import type { ClubRow } from './club-store.ts'

interface ClubNews {
  change: ClubEvent['change']
  to: readonly number[]
  user?: Player
  /** null: the server */
  by: Player | null
  role?: ClubEvent['role']
  text?: string
  at: Date
}

/** Tells players of something that happened in a club. */
export async function tellClub(
  tx: Tx,
  { slug, name }: Pick<ClubRow, 'slug' | 'name'>,
  { change, to, user, by, role, text, at }: ClubNews,
): Promise<void> {
  const club: ClubEvent = {
    slug,
    name,
    change,
    user: user ?? null,
    by,
    role: role ?? null,
    text: text ?? null,
  }
  const playerIds = [...new Set(to)]
  await append(tx, [{ event: { type: 'club', club }, playerIds }], { by: by?.id ?? null, at })
}
