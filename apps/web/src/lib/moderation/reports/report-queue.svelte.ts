import { api } from '$lib/api/api.ts'
import { ReviewQueue } from '$lib/moderation/review-queue.svelte.ts'

/** The open reports about players. */
export const reportQueue = new ReviewQueue('report', async (limit) => {
  const { items } = await api.call('listReportQueue', { query: { status: 'open', limit } })
  return items.length
})
