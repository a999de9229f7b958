import { valueAt } from '@tegenzet/common'
import type { OptionalFeature } from '@tegenzet/contract'
import { ownMoves } from '@tegenzet/puzzles'
import { legalMoves, ruleSet } from '@tegenzet/rules'
import { shippedPuzzles } from '../analysis/puzzles/shipped-puzzles.ts'
import { existing } from '../store/existing.ts'
import type { Agenda } from './agenda.ts'
import type { DemoPlayer } from './demo-player.ts'
import { DAY } from './schedule-games.ts'

const PROFILES = [
  {
    about: 'Een zet bij de koffie, een zet voor het slapen. · A move with my coffee.',
    country: 'NL',
    profileShows: ['pace', 'lost-on-time', 'score', 'clubs'],
  },
  { about: 'Mühle seit der Grundschule.', country: 'DE', profileShows: ['pace', 'clubs'] },
  { about: null, country: 'FR', profileShows: ['score'] },
]
/** The first player solves a puzzle on each of these days, and misses one in so many. */
const PUZZLE_DAYS = 8
const MISSED = 3

/** Plans profiles with something to read, and puzzles that were solved or missed. */
export function planPeople(
  agenda: Agenda,
  players: readonly DemoPlayer[],
  features: ReadonlySet<OptionalFeature>,
  now: Date,
): void {
  for (const [n, body] of PROFILES.entries())
    agenda.add({
      at: new Date(now.getTime() - 90 * DAY),
      run: async () => players[n]?.call('updateAccount', { body }),
    })
  if (!features.has('puzzles')) return
  for (let day = 0; day < PUZZLE_DAYS; day++)
    for (const player of day === 0 ? players.slice(0, 3) : players.slice(0, 1))
      agenda.add({
        at: new Date(now.getTime() - day * DAY),
        run: () => finishPuzzle(player, day % MISSED !== MISSED - 1),
      })
}

async function finishPuzzle(player: DemoPlayer, isSolved: boolean): Promise<void> {
  const { puzzle } = await player.call('getNextPuzzle', {})
  const { id, rules, position, solution } = valueAt(shippedPuzzles(), puzzle.id)
  const wrong = existing(legalMoves(ruleSet(rules), position).find((move) => move !== solution[0]))
  await player.call('attemptPuzzle', { id, body: { moves: isSolved ? ownMoves({ solution }) : [wrong] } })
}
