import { fileURLToPath } from 'node:url'
import { bestMove, type Endings } from '@tegenzet/engine'
import { loadEndings } from '@tegenzet/engine/node'
import {
  type Position,
  play,
  QUIET_LIMIT,
  REPETITION,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  type Side,
  startPosition,
} from '@tegenzet/rules'
import { randomFrom, randomGame } from '../../../packages/engine/bench/match.ts'
import { askMove } from '../src/foreign/ask-move.ts'
import { EngineFailure, UciProcess } from '../src/foreign/uci-process.ts'

const TABLES = fileURLToPath(new URL('../../../packages/tables/data', import.meta.url))
/** Openings of so many random plies, and one to four more. */
const RANDOM_PLIES = 4
/** A game without an end by then is drawn. */
const MAX_PLIES = 300
/** For the comparison of speed: a second in each of these positions. */
const SPEED_MILLIS = 1000
const SPEED_PLIES = [0, 8, 16, 26, 40]

/**
 * Plays level 5, with the tables that ship, against another engine: each opening twice, with colours exchanged. An engine that fails
 * is started again, and the game does not count.
 */
export async function playAgainst(
  command: readonly string[],
  options: readonly [name: string, value: string][],
  ids: readonly RuleSetId[],
  games: number,
  millis: number,
): Promise<void> {
  for (const id of ids) {
    const rules = ruleSet(id)
    let opponent = await startOpponent(command, options, id)
    const endings = await loadEndings([TABLES], rules)
    console.log(`${id}, positions per second on the clock: ${await compareSpeed(opponent, rules)}`)
    const counts = { won: 0, drawn: 0, lost: 0 }
    const endsBy: Record<string, number> = {}
    for (let game = 0; game < games; game++) {
      const side: Side = game % 2 === 0 ? 'white' : 'black'
      try {
        await opponent.newGame()
        const { result, reason } = await playGame(opponent, rules, endings, game, side, millis)
        counts[result]++
        endsBy[`${result}: ${reason}`] = (endsBy[`${result}: ${reason}`] ?? 0) + 1
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error
        console.log(`${id}, game ${game}: the other ${error.message}`)
        opponent.kill()
        opponent = await startOpponent(command, options, id)
      }
    }
    opponent.kill()
    const points = (100 * (counts.won + counts.drawn / 2)) / (counts.won + counts.drawn + counts.lost)
    console.log(
      `${id}, ${millis} ms a move: +${counts.won} =${counts.drawn} −${counts.lost}, ${points.toFixed(1)} % ${JSON.stringify(endsBy)}`,
    )
  }
}

async function startOpponent(
  command: readonly string[],
  options: readonly [name: string, value: string][],
  id: RuleSetId,
): Promise<UciProcess> {
  const opponent = await UciProcess.start(command)
  for (const [name, value] of options) opponent.setOption(name, value)
  if (opponent.offer('Rules')) opponent.setOption('Rules', id)
  await opponent.newGame()
  return opponent
}

async function playGame(
  opponent: UciProcess,
  rules: RuleSet,
  endings: Endings | null,
  game: number,
  side: Side,
  millis: number,
): Promise<{ result: 'won' | 'drawn' | 'lost'; reason: string }> {
  const opening = game >> 1
  const positions = randomGame(rules, 7000 + opening, RANDOM_PLIES + (opening % 5))
  const random = randomFrom(game + 1)
  while (positions.length <= MAX_PLIES) {
    const mover: Side = positions.length % 2 === 1 ? 'white' : 'black'
    const move =
      mover === side
        ? bestMove(rules, positions, { maxMillis: millis, now: () => performance.now(), random, endings })!
            .move
        : (await askMove(opponent, rules, positions, millis)).move
    // it claims a draw
    if (move === null) return { result: 'drawn', reason: 'claim' }
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    const { outcome, position, occurrence, quiet } = played.value
    positions.push(position)
    if (outcome) {
      const { winner, reason } = outcome
      return { result: winner === null ? 'drawn' : winner === side ? 'won' : 'lost', reason }
    }
    // in Halma nobody has to claim
    if (quiet === null) continue
    if (occurrence >= REPETITION) return { result: 'drawn', reason: 'repetition' }
    if (quiet >= QUIET_LIMIT) return { result: 'drawn', reason: 'quiet-moves' }
  }
  return { result: 'drawn', reason: 'unfinished' }
}

async function compareSpeed(opponent: UciProcess, rules: RuleSet): Promise<string> {
  const sums = { ours: 0, theirs: 0 }
  const depths = { ours: [] as number[], theirs: [] as (number | null)[] }
  bestMove(rules, [startPosition(rules)], { maxNodes: 100_000, now: () => 0, random: () => 0 })
  for (const plies of SPEED_PLIES) {
    const positions: Position[] = randomGame(rules, plies + 1, plies)
    const startedAt = performance.now()
    const found = bestMove(rules, positions, {
      maxMillis: SPEED_MILLIS,
      now: () => performance.now(),
      random: () => 0,
    })!
    sums.ours += (1000 * found.nodes) / (performance.now() - startedAt) / SPEED_PLIES.length
    depths.ours.push(found.depth)
    const { info } = await askMove(opponent, rules, positions, SPEED_MILLIS)
    const at = (name: string) => Number(new RegExp(` ${name} (\\d+)`).exec(info)?.[1] ?? Number.NaN)
    sums.theirs += at('nps') / SPEED_PLIES.length
    depths.theirs.push(at('depth'))
  }
  const say = (nodes: number, depth: (number | null)[]) =>
    Number.isNaN(nodes) ? 'does not say' : `${Math.round(nodes)} (depths ${depth.join(' ')})`
  return `${say(sums.ours, depths.ours)}, the other ${say(sums.theirs, depths.theirs)}`
}
