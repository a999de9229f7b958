import type { Game } from '@tegenzet/contract'

const botsIn = ({ white, black }: Game): number => [white, black].filter(({ kind }) => kind === 'bot').length

/** The sum of both ratings. Who has none counts as a beginner. */
const strength = ({ white, black }: Game): number => (white.rating?.rating ?? 0) + (black.rating?.rating ?? 0)

/** Games of people before those with bots, otherwise in the order given. */
export const peopleFirst = (games: readonly Game[]): Game[] => games.toSorted((a, b) => botsIn(a) - botsIn(b))

/** The game most worth watching: of people before bots, then that of the highest rated. */
export const bestGame = (games: readonly Game[]): Game | undefined =>
  games.toSorted((a, b) => botsIn(a) - botsIn(b) || strength(b) - strength(a))[0]
