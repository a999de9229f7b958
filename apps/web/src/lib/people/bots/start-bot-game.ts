import type { RuleSetId } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import { awaitResponse } from './await-response.ts'

/** The longest time per move, so that nobody loses a casual game on time. */
const DAYS_PER_MOVE = 14

/**
 * Begins a game against a bot, with White. A visitor becomes a guest.
 * @returns the game's id; null if the bot did not accept
 */
export async function startBotGame(rules: RuleSetId, opponent: string): Promise<number | null> {
  if (!session.loaded) await session.load()
  if (!session.account) await session.playAsGuest()
  const clock = { kind: 'per-move', days: DAYS_PER_MOVE } as const
  const body = { rules, opponent, colour: 'white', clock } as const
  return (await awaitResponse(await api.call('createChallenge', { body }))).game
}
