import { session } from '$lib/api/session.svelte.ts'
import { about } from './about.ts'

/** Who can register. Until the server has answered: everybody. Reactive. */
export const registration = () => about.current?.registration ?? 'open'

/** Whether only members read on this site, and the reader is none: a visitor or a guest. Reactive. */
export const isClosedToReader = (): boolean =>
  about.current?.readers === 'members' && session.loaded && (!session.account || session.isGuest)
