import { Queue } from '$lib/admin/queue.svelte.ts'
import { api } from '$lib/api/api.ts'

/** How many draw claims wait for a ruling. */
export const claimQueue = new Queue('claim', async (limit) => {
  const { items } = await api.call('listClaimQueue', { query: { status: 'open', limit } })
  return items.length
})
