import type { Match, MatchSide } from '@tegenzet/contract'

const SIDES = ['a', 'b'] as const

/** The name of a side: of its club; within one club that with A or B. */
export const sideName = ({ clubNames }: Pick<Match, 'clubNames'>, side: MatchSide): string =>
  clubNames[SIDES.indexOf(side)] ?? ''

/** The sides whose club is one of these. @param slugs of clubs */
export const sidesOf = ({ clubs }: Match, slugs: readonly string[] = []): MatchSide[] =>
  SIDES.filter((_, n) => slugs.includes(clubs[n] ?? ''))
