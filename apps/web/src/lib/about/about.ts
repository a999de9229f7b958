import { api } from '$lib/api/api.ts'
import { Resource } from '$lib/api/resource.svelte.ts'

/** What the server tells about itself. */
export const about = new Resource(() => api.call('getAbout'))
