import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'

/** The game that a visitor asked for and has to register for first. */
export interface Wish {
  rules: RuleSetId
  opponent: string
}

const KEY = 'wish'

/** Remembers it in this tab. Only what was clicked here is carried out afterwards: no address can wish for anybody. */
export function savePendingChallenge(wish: Wish): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(wish))
  } catch {
    // It is offered again, then.
  }
}

/** Gives it once. */
export function takePendingChallenge(): Wish | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const wish: Wish | null = kept === null ? null : JSON.parse(kept)
    return wish && isRuleSetId(wish.rules) ? wish : null
  } catch {
    return null
  }
}
