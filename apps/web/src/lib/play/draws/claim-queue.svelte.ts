import { openClaims } from '@tegenzet/pages/staff'
import { api } from '$lib/api/api.ts'
import { ReviewQueue } from '$lib/moderation/review-queue.svelte.ts'

/** The number of draw claims that wait for a ruling. */
export const claimQueue = new ReviewQueue('claim', async () => {
  const { items } = await api.call(...openClaims())
  return items.length
})
