import { api } from '$lib/api/api.ts'
import { ReviewQueue } from './review-queue.svelte.ts'

/** The appeals that wait for a decision. */
export const appealQueue = new ReviewQueue('appeal', async (limit) => {
  const { items } = await api.call('listAppeals', { query: { status: 'open', limit } })
  return items.length
})
