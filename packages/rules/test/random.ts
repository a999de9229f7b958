import fc from 'fast-check'
import {
  legalMoves,
  type Move,
  type Outcome,
  type Position,
  play,
  type RuleSet,
  startPosition,
} from '../src/index.ts'

/** The seed of all random tests of a run. It is printed; set SEED to repeat the run. */
export const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)
fc.configureGlobal({ seed: SEED })

/** Whether SOAK asks for long runs: more games, perft one ply deeper. */
export const SOAK = Boolean(process.env.SOAK)

/** mulberry32: seeded numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)]!

interface RandomGame {
  moves: Move[]
  positions: Position[]
  outcome: Outcome | null
}

/** How far a Halma move gets towards the opponent's camp; negative for a move back. */
export function advance(move: Move, position: Position): number {
  const [from, to] = move.split('-') as [string, string]
  const along = (square: string) => square.charCodeAt(0) - Number(square.slice(1))
  return (along(from) - along(to)) * (position.includes(' w ') ? 1 : -1)
}

/** Plays at random, at most `most` plies. In Halma mostly forward, or every game would end at its hundredth ply. */
export function randomGame(rules: RuleSet, random: () => number, most = 400): RandomGame {
  const positions = [startPosition(rules)]
  const moves: Move[] = []
  let outcome: Outcome | null = null
  while (!outcome && moves.length < most) {
    const position = positions.at(-1)!
    const legal = legalMoves(rules, position)
    let move = pick(random, legal)
    if ('camps' in rules.board && random() < 0.95) {
      const ranked = legal.toSorted((a, b) => advance(b, position) - advance(a, position))
      move = pick(random, ranked.slice(0, Math.ceil(ranked.length / 8)))
    }
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    moves.push(move)
    positions.push(played.value.position)
    outcome = played.value.outcome
  }
  return { moves, positions, outcome }
}
