import { ReviewQueue } from '$lib/admin/review-queue.svelte.ts'
import { api } from '$lib/api/api.ts'

/** The number of draw claims that wait for a ruling. */
export const claimQueue = new ReviewQueue('claim', async (limit) => {
  const { items } = await api.call('listClaimQueue', { query: { status: 'open', limit } })
  return items.length
})
