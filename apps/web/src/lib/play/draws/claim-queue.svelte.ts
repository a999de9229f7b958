import { api } from '$lib/api/api.ts'
import { ReviewQueue } from '$lib/moderation/review-queue.svelte.ts'

/** The number of draw claims that wait for a ruling. */
export const claimQueue = new ReviewQueue('claim', async (limit) => {
  const { items } = await api.call('listClaimQueue', { query: { status: 'open', limit } })
  return items.length
})
