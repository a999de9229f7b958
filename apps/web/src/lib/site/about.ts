import { api } from '$lib/api/api.ts'
import { Resource } from '$lib/api/resource.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'

/** What the server tells about itself. */
export const about = new Resource(() => api.call('getAbout'))

/** Whether the server sends mail. Otherwise it keeps it for its admins. Reactive. */
export const sendsMail = (): boolean => about.current?.features.includes('mail') ?? true

/** Whether the reader can get mail here: members whose account a manager has made have no address. Reactive. */
export const getsMail = (): boolean => sendsMail() && session.account?.managed !== true
