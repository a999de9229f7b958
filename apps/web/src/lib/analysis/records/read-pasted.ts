import type { GameRecord } from '@tegenzet/records'
import { parsePosition, RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'

/** Time in which the page may do nothing else. */
const SLICE_MS = 15

/** The rule set of a position text: the one given if it fits, else the first one that does. */
export function rulesOfPosition(text: string, preferred: RuleSetId): RuleSetId | null {
  const ids = [preferred, ...RULE_SET_IDS]
  return ids.find((id) => parsePosition(ruleSet(id), text.trim()).ok) ?? null
}

/**
 * Reads the games of a text one by one.
 * @param rules of games that name none
 */
export async function* readGames(text: string, rules: RuleSetId): AsyncGenerator<GameRecord> {
  const { recordsInSteps } = await import('@tegenzet/records')
  let end = performance.now() + SLICE_MS
  for (const game of recordsInSteps(text, { rules })) {
    if (game) yield game
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE_MS
  }
}
