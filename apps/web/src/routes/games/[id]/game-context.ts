import { getContext, setContext } from 'svelte'
import type { OpenGame } from './open-game.svelte.ts'

/** The key of the context. */
export const OPEN_GAME = Symbol('open game')

export const provideGame = (open: OpenGame): OpenGame => setContext(OPEN_GAME, open)

export const openGame = (): OpenGame => getContext(OPEN_GAME)
