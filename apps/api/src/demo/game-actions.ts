import type { Game } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { endOverdueGames } from '../play/deadlines/end-overdue-games.ts'
import type { Db } from '../store/transaction.ts'
import type { TimedAction } from './agenda.ts'
import type { DemoPlayer } from './demo-player.ts'
import type { DrawStep } from './generate-draw-games.ts'
import { DAY, HOUR, type ScheduledGame } from './schedule-games.ts'

/** The API calls that play a game: challenge, moves, then draw offers, claims or its end. */
export function gameActions(
  deps: Deps,
  db: Db,
  { rules, moves, leaving, steps = [], white, black, days, rated, at }: ScheduledGame,
  admin: DemoPlayer,
): TimedAction[] {
  const clock = { kind: 'per-move', days }
  let id = 0
  const ids: Partial<Record<DrawStep['of'], number>> = {}
  const begin = async () => {
    const challenge = await white.call('createChallenge', {
      body: { rules, opponent: black.username, colour: 'white', clock, rated },
    })
    const accepted = await black.call('acceptChallenge', { id: challenge.id })
    id = (accepted.game as Game).id
    ids.game = id
  }
  const takeStep = async ({ by, operation, of, body }: DrawStep) => {
    const answer = await { white, black, admin }[by].call(operation, { id: ids[of], body })
    ids.offer = answer.offer?.id ?? ids.offer
    ids.claim = answer.claim?.id ?? ids.claim
  }
  const end = at(moves.length)
  const leave: Record<NonNullable<ScheduledGame['leaving']>, TimedAction> = {
    resign: { at: new Date(+end + HOUR), run: () => black.call('resign', { id }) },
    cancel: { at: new Date(+end + HOUR), run: () => white.call('cancelGame', { id }) },
    timeout: { at: new Date(+end + days * DAY + 60_000), run: () => endOverdueGames(deps, db) },
  }
  return [
    { at: at(0), run: begin },
    ...moves.map((move, ply) => ({
      at: at(ply + 1),
      run: () => (ply % 2 === 0 ? white : black).call('playMove', { id, body: { move, ply } }),
    })),
    ...(leaving ? [leave[leaving]] : []),
    ...steps.map((step, n) => ({ at: new Date(+end + (n + 1) * HOUR), run: () => takeStep(step) })),
  ]
}
