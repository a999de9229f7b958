import type { Challenge } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'

const POLL_INTERVAL_MS = 400
const TIMEOUT_MS = 15_000

/** Waits until a bot has answered a challenge. @returns the challenge; still open if there was no answer in time */
export async function awaitResponse(challenge: Challenge): Promise<Challenge> {
  const until = Date.now() + TIMEOUT_MS
  let current = challenge
  while (current.state === 'open' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    current = await api.call('getChallenge', { params: { id: challenge.id } })
  }
  return current
}
