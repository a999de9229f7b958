import { m } from '$lib/paraglide/messages.js'
import { notify } from '$lib/ui/notices.svelte.ts'
import { tellFailure } from './failure.ts'

/** Changes a setting, and says that it is kept, or why not. */
export async function keep(change: () => Promise<void>): Promise<void> {
  try {
    await change()
    notify(m.account_saved(), 'good')
  } catch (error) {
    await tellFailure(error)
  }
}
