import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'

/** A challenge that a visitor has to register for first. */
export interface PendingChallenge {
  rules: RuleSetId
  opponent: string
}

const KEY = 'pending-challenge'

/** Kept in this tab, not in the address, so that no link can make a challenge in somebody's name. */
export function savePendingChallenge(challenge: PendingChallenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge))
  } catch {
    // Without storage the visitor has to ask again after registering.
  }
}

/** Returns it and removes it. */
export function takePendingChallenge(): PendingChallenge | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const challenge: PendingChallenge | null = stored === null ? null : JSON.parse(stored)
    return challenge && isRuleSetId(challenge.rules) ? challenge : null
  } catch {
    return null
  }
}
