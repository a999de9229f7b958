import type { Challenge } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { gotoFromHere } from '$lib/navigation/goto-from-here.ts'

/** Accepts a challenge and opens its game, unless the reader has left the page meanwhile. @throws what the call throws */
export async function acceptChallenge({ id }: Pick<Challenge, 'id'>): Promise<void> {
  const gotoIfHere = gotoFromHere()
  const { game } = await api.call('acceptChallenge', { params: { id } })
  await gotoIfHere(`/games/${game.id}`)
}
