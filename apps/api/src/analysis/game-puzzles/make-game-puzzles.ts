import { ruleSet } from '@tegenzet/rules'
import { isCounted } from '../../play/game/counted-games.ts'
import type { GameRow } from '../../play/game/game.ts'
import { readPositions } from '../../play/game/game-positions.ts'
import { readMoves } from '../../play/game/game-record.ts'
import { readGame } from '../../play/game/read-games.ts'
import type { Db } from '../../store/transaction.ts'
import { insertGamePuzzle } from '../puzzles/game-puzzle-store.ts'
import { isShipped } from '../puzzles/shipped-puzzles.ts'
import { findPuzzlesInThread } from './puzzle-thread.ts'

interface MakeGamePuzzles {
  game: number
  now: () => Date
  signal: AbortSignal
  /** Has the endgame tables that the host has built. */
  dataDir: string
}

/** Makes puzzles from the mistakes in a finished game. @returns how many */
export async function makeGamePuzzles(
  db: Db,
  { game: id, now, signal, dataDir }: MakeGamePuzzles,
): Promise<number> {
  const game = await readGame(db, id)
  if (!game || !isSource(game)) return 0
  const rules = ruleSet(game.rules)
  const [positions, moves] = await Promise.all([readPositions(db, id), readMoves(db, id)])
  const found = await findPuzzlesInThread(signal, {
    rules: game.rules,
    dataDir,
    positions,
    moves: moves.map(({ move }) => move),
  })
  let made = 0
  for (const each of found) {
    if (isShipped(rules, each.puzzle.position)) continue
    await insertGamePuzzle(db, { ...each, rules, game: id, at: now() })
    made++
  }
  return made
}

/** Guests' games are left out, and games by earlier rules. */
const isSource = (game: GameRow): boolean =>
  isCounted(game) &&
  game.white.kind !== 'guest' &&
  game.black.kind !== 'guest' &&
  ruleSet(game.rules).revision === game.rulesRevision
