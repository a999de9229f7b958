import { Queue } from '$lib/admin/queue.svelte.ts'
import { api } from '$lib/api/api.ts'

/** How many reports of players wait for a ruling. */
export const reportQueue = new Queue('report', async (limit) => {
  const { items } = await api.call('listReportQueue', { query: { status: 'open', limit } })
  return items.length
})
