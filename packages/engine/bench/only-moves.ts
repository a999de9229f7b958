import { fileURLToPath } from 'node:url'
import type { Move, Position, RuleSet } from '@tegenzet/rules'
import { MIN_STONES, writeMillPosition } from '@tegenzet/rules/mill'
import { DRAW, type JudgedMove, judgeMoves, TABLE_GROUPS, type TableGroup } from '@tegenzet/tables'
import { bestMove, type Endings, NEVER, NOT_COVERED } from '../src/index.ts'
import { randomFrom } from './match.ts'

const TABLES = fileURLToPath(new URL('../../tables/data', import.meta.url))
const MOST_STONES = 8
const MILLIS = 50

/**
 * How often the engine finds the only move that keeps a win or a draw, in `count` random endings of every group, at 50 ms a move
 * without tables and with those that `load` reads.
 */
export async function findOnlyMoves(
  count: number,
  load: (folders: [string], rules: RuleSet) => Promise<Endings | null>,
): Promise<void> {
  console.log(`only moves in ${count} endings of each group, ${MILLIS} ms a move: found; with tables`)
  for (const group of TABLE_GROUPS) {
    const endings = await load([TABLES], group.rules)
    if (!endings) throw new Error(`no tables of ${group.id}`)
    const random = randomFrom(1)
    const found = { alone: 0, withTables: 0, wins: 0, winsAlone: 0 }
    for (let n = 0; n < count; n++) {
      const { position, moves } = await endingWithOnlyMove(group, endings, random)
      const best = moves[0]!
      const isFound = search(group, position, null) === best.move
      if (isFound) found.alone++
      if (best.value === 'win') found.wins++
      if (best.value === 'win' && isFound) found.winsAlone++
      if (search(group, position, endings) === best.move) found.withTables++
    }
    const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(2)} %`
    console.log(
      `${group.id}: ${percent(found.alone, count)} (wins ${percent(found.winsAlone, found.wins)}, draws ${percent(found.alone - found.winsAlone, count - found.wins)}); ${percent(found.withTables, count)}`,
    )
  }
}

const search = ({ rules }: TableGroup, position: Position, endings: Endings | null): Move =>
  bestMove(rules, [position], {
    maxMillis: MILLIS,
    now: () => performance.now(),
    random: () => 0,
    endings,
  })!.move

async function endingWithOnlyMove(
  group: TableGroup,
  endings: Endings,
  random: () => number,
): Promise<{ position: Position; moves: JudgedMove[] }> {
  const source = {
    byteOf(own: number, enemy: number, ownStones: number, enemyStones: number): number | null {
      const plies = endings.pliesToEnd(own, enemy, ownStones, enemyStones)
      return plies === NOT_COVERED ? null : plies === NEVER ? DRAW : plies
    },
  }
  for (;;) {
    const position = randomEnding(group, random)
    const moves = (await judgeMoves(group.rules, source, position)) ?? []
    const [best, second] = moves
    if (best && second && best.value !== 'loss' && second.value !== best.value) return { position, moves }
  }
}

/** White to move, at least three stones on each side and at most eight together. */
function randomEnding({ rules }: TableGroup, random: () => number): Position {
  const below = (limit: number) => Math.floor(random() * limit)
  const white = MIN_STONES + below(MOST_STONES - 2 * MIN_STONES + 1)
  const black = MIN_STONES + below(MOST_STONES - white - MIN_STONES + 1)
  const stones = { white: 0, black: 0 }
  const place = (side: 'white' | 'black', count: number) => {
    for (let placed = 0; placed < count; ) {
      const bit = 1 << below(rules.board.points.length)
      if ((stones.white | stones.black) & bit) continue
      stones[side] |= bit
      placed++
    }
  }
  place('white', white)
  place('black', black)
  return writeMillPosition(rules, {
    stones,
    hands: { white: 0, black: 0 },
    side: 'white',
    quiet: 0,
    moveNumber: 30,
  })
}
