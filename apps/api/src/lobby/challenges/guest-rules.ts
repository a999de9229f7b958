import { GUEST_GAMES, type Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type Refused, refuse } from '../../refusal.ts'
import { runSql, type Tx } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { countOpenChallenges } from './challenge-store.ts'
import type { ChallengeParty } from './player-store.ts'

/** A guest challenges built-in bots, and like everybody the opponent of a finished game to a rematch. */
export function guestChallengeRefused(
  { rated, rematchOf = null }: { rated: boolean; rematchOf?: number | null },
  challenger: Player,
  opponent: ChallengeParty | null,
): Refused | null {
  if (rematchOf !== null) return null
  if (opponent?.player.kind === 'guest')
    return refuse('guests-cannot', 'Guests cannot be challenged. Send them an invitation link.')
  if (challenger.kind !== 'guest') return null
  if (rated) return unrated
  return opponent?.builtIn
    ? null
    : refuse('guests-cannot', 'Guests can challenge only built-in bots. Register to challenge people.')
}

/** A guest accepts invitations and rematches. */
export function guestAcceptanceRefused(
  { rated, invite, rematchOf }: ChallengeRow,
  { kind }: Pick<Player, 'kind'>,
): Refused | null {
  if (kind !== 'guest') return null
  if (rated) return unrated
  return invite || rematchOf !== null
    ? null
    : refuse('guests-cannot', 'Guests can accept only invitations. Register to accept other challenges.')
}

const unrated = refuse('guests-cannot', 'Guests play only unrated games. Register to play this one.')

/**
 * Refuses another game to a guest who has the most allowed. Their challenges count as games. Concurrent requests wait for each
 * other, until the end of the transaction.
 * @param challenge the open challenge that is about to become a game
 */
export async function guestBusy(
  tx: Tx,
  { id, kind, username }: Player,
  at: Date,
  challenge?: ChallengeRow,
): Promise<Refused | null> {
  if (kind !== 'guest') return null
  // the account, because concurrent requests already share the player
  await runSql(tx, Prisma.sql`SELECT FROM accounts WHERE player_id = ${id} FOR NO KEY UPDATE`)
  const games = await tx.game.count({
    where: { status: { in: ['active', 'claimed'] }, OR: [{ whiteId: id }, { blackId: id }] },
  })
  const challenges = await countOpenChallenges(tx, id, at)
  const others = games + challenges - (challenge?.challenger.id === id ? 1 : 0)
  return others < GUEST_GAMES
    ? null
    : refuse('limit-reached', `${username} is a guest and can play ${GUEST_GAMES} games at a time.`)
}
