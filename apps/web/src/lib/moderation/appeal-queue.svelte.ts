import { openAppeals } from '@tegenzet/pages/staff'
import { api } from '$lib/api/api.ts'
import { ReviewQueue } from './review-queue.svelte.ts'

/** The appeals that wait for a decision. */
export const appealQueue = new ReviewQueue('appeal', async () => {
  const { items } = await api.call(...openAppeals())
  return items.length
})
