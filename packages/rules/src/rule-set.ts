import type { RuleSetId } from './registry.ts'
import type { Side } from './side.ts'

export const FAMILIES = ['mill', 'halma'] as const
export type FamilyName = (typeof FAMILIES)[number]

/** The languages that every rule set has a name in. */
export type Language = 'nl' | 'de' | 'en' | 'fr'

/** A point of a board; `x` counts the files from the left, `y` the ranks from the bottom, both from 0. */
export interface Point {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Points stand in the order of the position text: from the top rank down, each rank from left to right. */
export interface MillBoard {
  readonly kind: 'mill'
  readonly points: Point[]
  /** Adjacent points. */
  readonly lines: [string, string][]
  /** Rows of three along a line, in order. */
  readonly mills: [string, string, string][]
}

/** A square board whose every square is a point, in the order of the position text. */
export interface HalmaBoard {
  readonly kind: 'halma'
  readonly size: number
  readonly points: Point[]
  readonly camps: Readonly<Record<Side, string[]>>
}

/**
 * How draws by repetition and by quiet moves come (docs/rules.md, draws): claimed by a player under `policy`, or
 * automatic. `quiet` is null where there is no such draw, `policy` where nothing is claimed.
 */
export interface DrawRules {
  readonly repetition: 'claimed' | 'automatic'
  readonly quiet: 'claimed' | 'automatic' | null
  readonly policy: 'before-moving' | 'after-declined-offer' | null
  /** The first ply with which a claimed repetition may arise. */
  readonly earliestPly: number
}

/** A game's rules as plain data. A changed rule is a new `revision` beside the old: games keep the one they began with. */
export interface RuleSet<Id extends string = RuleSetId> {
  readonly id: Id
  readonly revision: number
  readonly family: FamilyName
  readonly names: Readonly<Record<Language, string>>
  readonly board: MillBoard | HalmaBoard
  /** Stones a side. */
  readonly stones: number
  /** Mill games: with an empty hand and three stones left one may move to any empty point. */
  readonly flying?: boolean
  /** Mill games: whether closing a mill obliges to take a stone. */
  readonly taking?: 'optional' | 'compulsory'
  /** Mill games: what sets the counter of quiet moves to 0. */
  readonly quietReset?: 'mill' | 'capture'
  /** Halma: from the end of this ply on nobody may have a stone in the own camp. */
  readonly clearCampAfterPly?: number
  readonly draws: DrawRules
}
