import type { Challenge } from '@tegenzet/contract'
import { ok, opponent, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { readGame } from '../../play/game/game-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { acceptChallenge } from './accept-challenge.ts'
import { challengeView, readChallenge } from './challenge-row.ts'
import { createChallenge } from './create-challenge.ts'

export interface Rematch {
  game: number
  caller: Caller
  arrivedAt: Date
}

/**
 * Asks for another game on the same terms with colours swapped, or, where the opponent has asked, begins it. A unique
 * index decides between two who ask at once: the one that comes second accepts.
 * @returns `made`: the challenge is new
 */
export async function rematch(
  deps: Deps,
  { game: id, caller, arrivedAt }: Rematch,
): Promise<Result<{ made: boolean; challenge: Challenge }, Refusal>> {
  const { database } = deps
  const game = await readGame(database, id)
  if (!game) return gameNotFound(id)
  const side = game.white.id === caller.playerId ? 'white' : 'black'
  if (game[side].id !== caller.playerId)
    return refuse('not-a-player', 'Only its two players ask for a rematch of a game.')
  if (game.status === 'active' || game.status === 'claimed')
    return refuse('game-not-over', 'The game is still being played: a rematch is asked for once it is over.')

  for (;;) {
    const standing = await database.prisma.challenge.findFirst({
      where: { rematchOf: game.id, state: { in: ['open', 'accepted'] } },
    })
    if (standing) {
      if (standing.state === 'open' && standing.challengerId !== caller.playerId) {
        const accepted = await acceptChallenge(deps, { challenge: standing.id, caller, arrivedAt })
        if (!accepted.ok && accepted.error.code === 'challenge-closed') continue
        if (!accepted.ok) return accepted
      }
      const found = await readChallenge(database, standing.id, caller, arrivedAt)
      return found.ok ? ok({ made: false, challenge: challengeView(found.value) }) : found
    }
    const { rules, clock, vacation, rated } = game
    const terms = {
      rules,
      clock,
      vacation,
      rated,
      colour: opponent(side),
      opponent: game[opponent(side)].username,
    }
    const made = await createChallenge(deps, { ...terms, rematchOf: game.id }, caller)
    if (made.ok) return ok({ made: true, challenge: made.value })
    if (made.error.code !== 'conflict') return made
  }
}
