import { ok, type Result } from '@tegenzet/common'
import { MAX_ANALYSIS_TITLE } from '@tegenzet/contract'
import { type GameRecord, recordsInSteps } from '@tegenzet/records'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import type { InSlices, Steps } from '../../http/slices.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'

/** Reads a text that must be the record of exactly one game, without damage. */
export async function readOneRecord(
  text: string,
  rules: RuleSetId | undefined,
  inSlices: InSlices,
): Promise<Result<{ title: string; tree: MoveTree }, Refusal>> {
  const read = await inSlices(firstTwo(text, rules))
  if (!read.ok) return read
  const [game, another] = read.value
  if (!game) return malformed('There is no game in it.')
  if (another) return malformed('It has more than one game. Send them one by one.')
  const { tree, error } = game
  if (error) return malformed(`Line ${error.line}, column ${error.column}: ${error.detail}.`)
  // a record without an error has a tree
  const moves = existing(tree)
  return ok({ title: titleOf(game.tags, moves), tree: moves })
}

function* firstTwo(text: string, rules: RuleSetId | undefined): Steps<GameRecord[]> & Iterable<boolean> {
  const games: GameRecord[] = []
  for (const game of recordsInSteps(text, rules ? { rules } : {})) {
    if (game) games.push(game)
    if (games.length === 2) break
    yield game === null
  }
  return games
}

const malformed = (detail: string) => refuse('malformed-record', detail)

/** The players, or the event; otherwise the rule set. */
function titleOf(tags: GameRecord['tags'], tree: MoveTree): string {
  const { White = '', Black = '', Event = '' } = tags
  const players = [White, Black].map(clean).filter(Boolean).join(' – ')
  return players || clean(Event) || ruleSet(tree.rules).names.en
}

const HALF = Math.floor(MAX_ANALYSIS_TITLE / 2) - 2

/** One line without what could disguise it. */
const clean = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]+/gu, ' ')
    .trim()
    .slice(0, HALF)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
