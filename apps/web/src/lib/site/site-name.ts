import { about } from './about.ts'

/** The name of this site; reactive. */
export const siteName = (): string => about.current?.name ?? 'Tegenzet'
