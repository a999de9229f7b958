import type { Game } from '@tegenzet/contract'
import {
  legalMoves,
  type Position,
  playTurn,
  type RuleSetId,
  ruleSet,
  samePositionKey,
  stonesOn,
} from '@tegenzet/rules'
import type { Value } from '@tegenzet/tables'
import type { DiskTables } from '@tegenzet/tables/node'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { TestServer } from '../server/harness.ts'
import { beginGame, type GameTerms, randomGame } from './begin-game.ts'
import { insertMoves } from './repetition-games.ts'

/** A position of a random game that tables cover. */
export interface Ending {
  moves: string[]
  position: Position
  value: Value
}

/** The covered endings of random games. */
export async function* coveredEndings(
  tables: DiskTables,
  id: RuleSetId,
  firstSeed = 1,
  games = 1000,
): AsyncGenerator<Ending> {
  const covered = await tables.covered(ruleSet(id))
  for (let seed = firstSeed; seed < firstSeed + games; seed++) {
    const { moves, positions, outcome } = randomGame(id, seeded(seed), 300)
    const last = outcome ? moves.length - 1 : moves.length
    for (let ply = 18; ply <= last; ply++) {
      const position = positions[ply]!
      const [white, black] = stonesOn(ruleSet(id), position)
      if (white + black > covered || !position.includes(' 0 0 ')) continue
      const { value } = await tables.judge(ruleSet(id), position)
      if (value) yield { moves: moves.slice(0, ply), position, value }
    }
  }
}

/** The first ending of random games that is wanted. */
export async function findEnding(
  tables: DiskTables,
  id: RuleSetId,
  isWanted: (ending: Ending) => boolean,
): Promise<Ending> {
  for await (const ending of coveredEndings(tables, id)) if (isWanted(ending)) return ending
  throw new Error(`no random game of ${id} has such an ending`)
}

/** A game that stands in a covered ending, with proven draws unless `terms` says otherwise. */
export async function gameInEnding(
  server: TestServer,
  white: TestPlayer,
  black: TestPlayer,
  { drawn = true, ...terms }: GameTerms & { drawn?: boolean } = {},
): Promise<Game> {
  const game = await beginGame(white, black, { rules: 'merels-wild', provenDraws: true, ...terms })
  const isWanted = ({ value }: Ending) => (value === 'draw') === drawn
  const { moves } = await findEnding(server.deps.tables, game.rules, isWanted)
  return insertMoves(server, game, moves)
}

/** Plays on from an ending for some quiet plies, without repeating a position and without changing whether it is drawn. */
export async function playQuietly(
  tables: DiskTables,
  id: RuleSetId,
  ending: Ending,
  plies: number,
): Promise<Ending | null> {
  const rules = ruleSet(id)
  const seen = new Set([samePositionKey(rules, ending.position)])
  let now = ending
  for (let n = 0; n < plies; n++) {
    let next: Ending | null = null
    for (const move of legalMoves(rules, now.position)) {
      const turn = playTurn(rules, now.position, move)
      if (!turn.ok || turn.value.outcome || turn.value.quiet === 0) continue
      const { position } = turn.value
      const { value } = await tables.judge(rules, position)
      if (
        !value ||
        (value === 'draw') !== (ending.value === 'draw') ||
        seen.has(samePositionKey(rules, position))
      )
        continue
      next = { moves: [...now.moves, move], position, value }
      break
    }
    if (!next) return null
    seen.add(samePositionKey(rules, next.position))
    now = next
  }
  return now
}
