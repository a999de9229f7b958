import { MediaQuery } from 'svelte/reactivity'

/** The layouts of a game's page without room beside the moves, as in the styles of GamePage: on a phone, upright or lying. */
const narrow = new MediaQuery(
  '(max-width: 30rem), (max-width: 52rem) and (orientation: portrait), (max-width: 40rem) and (min-height: 34.01rem)',
)
const low = new MediaQuery('(orientation: landscape) and (max-height: 34rem) and (min-width: 30.01rem)')

/** Whether the panel of a game's page is beside the board and as high. Reactive. */
export const isDesk = (): boolean => !narrow.current && !low.current
