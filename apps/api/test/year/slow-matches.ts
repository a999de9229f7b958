// Line-ups and scores of matches between clubs once more, straight from docs/competition.md, without code of the server or of
// packages/tournaments.

import type { MatchState } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import type { Dice } from './world.ts'

export interface SlowSignUp {
  player: number
  /** 0 plays for the club that proposed the match, 1 for the other one. */
  club: 0 | 1
}

interface SlowBoard {
  board: number
  players: [a: number, b: number]
}

export interface SlowClub {
  slug: string
  /** In the order in which they joined; the first one owns it. */
  members: number[]
}

export interface SlowMatch {
  id: number
  rules: RuleSetId
  most: number
  gamesPerBoard: 1 | 2
  closesAt: number
  state: MatchState
  startedAt: number
  /** Of the first two, A proposed it. */
  clubs: [SlowClub, SlowClub]
  signedUp: SlowSignUp[]
  boards: SlowBoard[]
}

/** Two clubs and their matches, by dice of their own. */
export interface Matches {
  dice: Dice
  clubs: [SlowClub, SlowClub]
  all: SlowMatch[]
}

/** The best who have signed up for each club meet in the order of their ratings; who has none comes last, by sign-up. */
export function slowLineUp(
  signedUp: readonly SlowSignUp[],
  most: number,
  ratingOf: (player: number) => number | undefined,
): SlowBoard[] {
  const best = ([0, 1] as const).map((club) => {
    const left = signedUp.filter((each) => each.club === club).map(({ player }) => player)
    const order: number[] = []
    while (left.length > 0) {
      let first = 0
      for (let n = 1; n < left.length; n++)
        if (
          (ratingOf(left[n]!) ?? Number.NEGATIVE_INFINITY) >
          (ratingOf(left[first]!) ?? Number.NEGATIVE_INFINITY)
        )
          first = n
      order.push(...left.splice(first, 1))
    }
    return order
  })
  const [a, b] = [best[0]!, best[1]!]
  const boards: SlowBoard[] = []
  for (let n = 0; n < a.length && n < b.length && n < most; n++)
    boards.push({ board: n + 1, players: [a[n]!, b[n]!] })
  return boards
}

/** The players with White in the games of a board. */
export function slowWhites({ board, players: [a, b] }: SlowBoard, gamesPerBoard: 1 | 2): number[] {
  if (gamesPerBoard === 2) return [a, b]
  return [board % 2 === 1 ? a : b]
}
