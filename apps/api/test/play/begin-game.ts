import type { Challenge, Clock, Game, Timeouts } from '@tegenzet/contract'
import { legalMoves, type Outcome, play, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'

export interface GameTerms {
  rules?: RuleSetId
  clock?: Clock
  /** Whether vacations stop the clocks; default: yes. */
  vacation?: boolean
  provenDraws?: boolean
  rated?: boolean
  timeouts?: Timeouts
}

/** Whoever can play: a test player or a registered person. */
type Opponent = Pick<TestPlayer, 'username' | 'call'>

/** Begins a game by challenge and acceptance. Default: Mühle at 3 days a move. @throws if one is refused */
export async function beginGame(
  white: Opponent,
  black: Opponent,
  {
    rules = 'muehle',
    clock = { kind: 'per-move', days: 3 },
    vacation,
    rated,
    timeouts,
    provenDraws,
  }: GameTerms = {},
): Promise<Game> {
  const challenge = await white.call('createChallenge', {
    body: { rules, opponent: black.username, colour: 'white', clock, vacation, rated, timeouts, provenDraws },
  })
  if (challenge.status !== 201) throw new Error(`challenge: ${JSON.stringify(challenge.body)}`)
  const accepted = await black.call('acceptChallenge', { params: { id: (challenge.body as Challenge).id } })
  if (accepted.status !== 201) throw new Error(`acceptance: ${JSON.stringify(accepted.body)}`)
  return accepted.body.game
}

/** Plays moves in turn. @returns the game after the last one @throws if one is refused */
export async function playMoves(
  game: Game,
  white: Opponent,
  black: Opponent,
  moves: readonly string[],
): Promise<Game> {
  let now = game
  for (const move of moves) {
    const player = now.turn === 'white' ? white : black
    const answer = await player.call('playMove', { params: { id: game.id }, body: { move, ply: now.ply } })
    if (answer.status !== 201) throw new Error(`${move} at ${now.ply}: ${JSON.stringify(answer.body)}`)
    now = answer.body.game
  }
  return now
}

/** Plays random moves until the game ends or has `plies`. */
export function randomGame(id: RuleSetId, random: () => number, plies: number) {
  const rules = ruleSet(id)
  const positions = [startPosition(rules)]
  const moves: string[] = []
  let outcome: Outcome | null = null
  while (!outcome && moves.length < plies) {
    const legal = legalMoves(rules, positions.at(-1)!)
    // captures are preferred, so that games end sooner
    const taking = legal.filter((move) => move.includes('x'))
    const from = taking.length > 0 ? taking : legal
    const move = from[Math.floor(random() * from.length)]!
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(`${move}: ${played.error.message}`)
    moves.push(move)
    positions.push(played.value.position)
    outcome = played.value.outcome
  }
  return { moves, positions, outcome }
}

/** The moves of the first random game whose outcome matches. */
export function findGame(id: RuleSetId, ends: (outcome: Outcome) => boolean): string[] {
  for (let seed = 1; seed < 2000; seed++) {
    const { moves, outcome } = randomGame(id, seeded(seed), 400)
    if (outcome && ends(outcome)) return moves
  }
  throw new Error(`no random game of ${id} has such an outcome`)
}
