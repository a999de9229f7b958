import { ok, type Result } from '@tegenzet/common'
import type { Challenge } from '@tegenzet/contract'
import { opponent } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { readGame } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { acceptChallenge } from './accept-challenge.ts'
import { challengeView } from './challenge-view.ts'
import { createChallenge } from './create-challenge.ts'
import { readChallenge } from './read-challenge.ts'

interface RequestRematch {
  game: number
  caller: Caller
  arrivedAt: Date
}

/**
 * Challenges the opponent to another game on the same terms with colours swapped. If the opponent has asked for that
 * already, accepts their challenge. A unique index decides between two requests at once: the second one accepts.
 */
export async function requestRematch(
  deps: Deps,
  db: Db,
  { game: id, caller, arrivedAt }: RequestRematch,
): Promise<Result<{ created: boolean; challenge: Challenge }, Refusal>> {
  const game = await readGame(db, id)
  if (!game) return gameNotFound(id)
  const side = game.white.id === caller.playerId ? 'white' : 'black'
  if (game[side].id !== caller.playerId)
    return refuse('not-a-player', 'Only the two players of a game can ask for a rematch.')
  if (game.status === 'active' || game.status === 'claimed')
    return refuse('game-not-over', 'The game is still being played: ask for a rematch when it is over.')

  for (;;) {
    const existing = await db.challenge.findFirst({
      where: { rematchOf: game.id, state: { in: ['open', 'accepted'] } },
    })
    if (existing) {
      if (existing.state === 'open' && existing.challengerId !== caller.playerId) {
        const accepted = await acceptChallenge(deps, db, { challenge: existing.id, caller, arrivedAt })
        if (!accepted.ok && accepted.error.code === 'challenge-closed') continue
        if (!accepted.ok) return accepted
      }
      const found = await readChallenge(db, existing.id, caller, arrivedAt)
      return found.ok ? ok({ created: false, challenge: challengeView(found.value) }) : found
    }
    const { rules, clock, vacation, timeouts, provenDraws, rated } = game
    const terms = {
      rules,
      clock,
      vacation,
      timeouts,
      provenDraws,
      rated: rated && deps.config.features.has('ratings'),
      colour: opponent(side),
      opponent: game[opponent(side)].username,
      rematchOf: game.id,
    }
    const created = await createChallenge(deps, db, terms, caller)
    if (created.ok) return ok({ created: true, challenge: created.value })
    if (created.error.code !== 'conflict') return created
  }
}
