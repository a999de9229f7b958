import type { Claim, TableValue } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { DiskTables } from '@tegenzet/tables/node'
import { type GameRow, sideOf } from '../game/game.ts'

/**
 * What endgame tables say of the position in which a claim is open, for those who rule on it. Null if they do not know it, for
 * a player of the game, whatever their role, and where proven draws are a term: there nothing but their claim reads a table.
 */
export async function exactValue(
  tables: DiskTables,
  claim: Claim,
  game: GameRow,
  playerId: number,
): Promise<TableValue | null> {
  if (claim.state !== 'open' || game.provenDraws || sideOf(game, playerId)) return null
  const value = await tables.judge(ruleSet(game.rules, game.rulesRevision), game.position)
  return value.covered ? value : null
}
