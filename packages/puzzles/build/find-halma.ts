import { type HalmaRules, type Position, type Side, startPosition, trustedPosition } from '@tegenzet/rules'
import {
  decodeHalmaPosition,
  fromOf,
  type HalmaTables,
  halmaTables,
  jumpPath,
  notation,
  otherStone,
  type Stone,
  stoneOf,
  toOf,
  writeHalmaPosition,
} from '@tegenzet/rules/halma'
import type { Puzzle } from '../src/index.ts'
import type { PuzzleTheme } from '../themes/puzzle-themes.ts'
import { HalmaRace } from './halma-race.ts'
import { puzzleId } from './puzzle-id.ts'
import { pick } from './random.ts'

/** After the ply at which own camps must be clear, so that nobody goes back there. */
const MOVE_NUMBER = 60
/** A chain has at least so many jumps. */
const CHAIN = 2
const RATINGS: Record<number, number> = { 2: 1150, 3: 1550, 4: 1900 }
const OUT = 60

interface Setup {
  own: Stone
  /** Own moves to the end. */
  moves: number
}

/**
 * Moves stones of both sides away from where they are home, as many moves as the race is to take, and looks whether that is a
 * puzzle: the side to move gets home first by a single tempo, in one way only.
 */
export function halmaPuzzle(rules: HalmaRules, moves: number, random: () => number): Puzzle | null {
  const tables = halmaTables(rules)
  const side = pick(random, ['white', 'black'] as const)
  const position = decodeHalmaPosition(rules, bothHome(rules, side))
  const race = new HalmaRace(tables, position.state)
  const own = stoneOf(side)
  const enemy = otherStone(own)
  for (const stone of [own, enemy])
    for (let move = 0; move < moves; move++) race.play(stone, turnAway(tables, race, stone, random))
  return puzzleOfRace(rules, trustedPosition(writeHalmaPosition(rules, position)), moves)
}

/** The puzzle of a race that takes so many own moves; null if the position is none. */
export function puzzleOfRace(rules: HalmaRules, position: Position, moves: number): Puzzle | null {
  const tables = halmaTables(rules)
  const decoded = decodeHalmaPosition(rules, position)
  const race = new HalmaRace(tables, decoded.state)
  const own = stoneOf(decoded.side)
  const solution = solve({ own, moves }, race)
  if (!solution) return null
  const text = trustedPosition(writeHalmaPosition(rules, { ...decoded, moveNumber: MOVE_NUMBER }))
  const themes = themesOf(rules, tables, own, text, solution)
  const line = solution.map((turn) => notation(tables, turn))
  return {
    id: puzzleId('halma', text),
    rules: 'halma',
    position: text,
    solution: line,
    value: 'win',
    themes,
    plies: solution.length,
    source: { kind: 'composed' },
    rating: RATINGS[moves]! + OUT * (race.out(own) - 1),
  }
}

/** The start with the sides exchanged. */
function bothHome(rules: HalmaRules, side: 'white' | 'black'): Position {
  const [rows] = startPosition(rules).split(' ')
  const swapped = rows!.replace(/[wb]/g, (letter) => (letter === 'w' ? 'b' : 'w'))
  return trustedPosition(`${swapped} ${side === 'white' ? 'w' : 'b'} ${MOVE_NUMBER}`)
}

/** A turn that leaves the camp or goes on outside, or now and then one within it. */
function turnAway(tables: HalmaTables, race: HalmaRace, stone: Stone, random: () => number): number {
  const goal = otherStone(stone)
  const isInside = (square: number) => tables.camps[square] === goal
  const turns = [...race.turns(stone)].filter((turn) => tables.camps[toOf(turn)] !== stone)
  const away = turns.filter((turn) => !isInside(toOf(turn)))
  const within = turns.filter((turn) => isInside(fromOf(turn)) && isInside(toOf(turn)))
  return pick(random, within.length > 0 && random() < 0.35 ? within : away)
}

/** The own turns and the replies, if there is only one own turn at each step that wins the race. */
function solve({ own, moves }: Setup, race: HalmaRace): number[] | null {
  const enemy = otherStone(own)
  const isAsLong = (stone: Stone) => race.out(stone) > 0 && race.line(stone, moves - 1) === null
  if (!isAsLong(own) || !isAsLong(enemy)) return null
  const replies = race.line(enemy, moves)
  if (!replies) return null
  const solution = onlyTurns(race, own, moves, replies.slice(0, -1))
  if (!solution) return null
  const line = solution.filter((_, n) => n % 2 === 0)
  return race.winsBy(own, line) && race.followsThrough(enemy, replies) ? solution : null
}

function onlyTurns(race: HalmaRace, own: Stone, left: number, replies: readonly number[]): number[] | null {
  const [turn, another] = race.winners(own, left, replies, 2)
  if (turn === undefined || another !== undefined) return null
  const [reply, ...rest] = replies
  if (reply === undefined) return [turn]
  return race.after(own, turn, () =>
    race.after(otherStone(own), reply, () => {
      const following = onlyTurns(race, own, left - 1, rest)
      return following && [turn, reply, ...following]
    }),
  )
}

function themesOf(
  rules: HalmaRules,
  tables: HalmaTables,
  own: Stone,
  start: Position,
  solution: readonly number[],
): PuzzleTheme[] {
  const { state } = decodeHalmaPosition(rules, start)
  const race = new HalmaRace(tables, state)
  let hasChain = false
  let isInCamp = false
  for (const [n, turn] of solution.entries()) {
    const isOwn = n % 2 === 0
    if (isOwn) {
      const text = writeHalmaPosition(rules, { state, side: sideOf(own), moveNumber: 1 })
      const [from, to] = notation(tables, turn).split('-') as [string, string]
      if (jumpPath(rules, text, from, to).length > CHAIN) hasChain = true
      if (tables.camps[fromOf(turn)] === otherStone(own)) isInCamp = true
    }
    race.play(isOwn ? own : otherStone(own), turn)
  }
  return [...(hasChain ? (['halma-chain'] as const) : []), ...(isInCamp ? (['halma-camp'] as const) : [])]
}

const sideOf = (stone: Stone): Side => (stone === stoneOf('white') ? 'white' : 'black')
