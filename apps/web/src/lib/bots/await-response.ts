import type { Challenge } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'

/** Between two looks, and how long one waits for a bot, in milliseconds. */
const EVERY = 400
const PATIENCE = 15_000

/** Waits for what a bot says to a challenge. @returns the challenge: still open where it said nothing in fifteen seconds */
export async function awaitResponse(challenge: Challenge): Promise<Challenge> {
  const until = Date.now() + PATIENCE
  let asked = challenge
  while (asked.state === 'open' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, EVERY))
    asked = await api.call('getChallenge', { params: { id: challenge.id } })
  }
  return asked
}
