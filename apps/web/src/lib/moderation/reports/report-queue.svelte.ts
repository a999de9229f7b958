import { openReports } from '@tegenzet/pages/staff'
import { api } from '$lib/api/api.ts'
import { ReviewQueue } from '$lib/moderation/review-queue.svelte.ts'

/** The open reports about players. */
export const reportQueue = new ReviewQueue('report', async () => {
  const { items } = await api.call(...openReports())
  return items.length
})
