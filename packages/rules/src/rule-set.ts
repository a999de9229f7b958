import type { Side } from './side.ts'

/** The languages of rule set names. */
export type Language = 'nl' | 'de' | 'en' | 'fr'

/** A point of a board; `x` counts the files from the left, `y` the ranks from the bottom, both from 0. */
export interface Point {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** `points` are in the order of the position text: from the top rank down, each rank from left to right. */
export interface MillBoard {
  readonly kind: 'mill'
  readonly points: Point[]
  /** Pairs of adjacent points: those along the mills, and joints that are part of no mill. */
  readonly lines: [string, string][]
  /** Rows of three along a line, in order. */
  readonly mills: [string, string, string][]
}

/** A square board on which every square is a point, in the order of the position text. */
export interface HalmaBoard {
  readonly kind: 'halma'
  readonly size: number
  readonly points: Point[]
  readonly camps: Readonly<Record<Side, string[]>>
}

/**
 * How repetition and quiet moves draw a game (docs/rules.md, draws): a player claims the draw under `policy`, or the
 * game ends automatically. `quiet` is null in games without that draw, `policy` in games where nobody claims.
 */
export interface DrawRules {
  readonly repetition: 'claimed' | 'automatic'
  readonly quiet: 'claimed' | 'automatic' | null
  readonly policy: 'before-moving' | 'after-declined-offer' | null
  /** The first ply at which a claimed third occurrence may arise. */
  readonly earliestPly: number
}

/** What all rule sets have. */
export interface CommonRules {
  readonly id: string
  readonly revision: number
  /** What every page, mail, picture and document calls it. */
  readonly names: Readonly<Record<Language, string>>
  /** The site or collection that publishes these rules. */
  readonly origin: string
  /** Stones per side. */
  readonly stones: number
  readonly draws: DrawRules
  /**
   * A few opening moves for the rules page. White's last one closes one mill and captures a stone, or in Halma jumps
   * over one stone.
   */
  readonly exampleGame: string
}

export interface MillRules extends CommonRules {
  readonly family: 'mill'
  readonly board: MillBoard
  /** Whether a player with an empty hand and three stones left may move to any empty point. */
  readonly flying: boolean
  /** Whether a player with stones in hand may move one on the board along a line instead of placing one. */
  readonly movesWhilePlacing: boolean
  /** Whether a player who closes a mill must take a stone. */
  readonly taking: 'optional' | 'compulsory'
  /** What resets the counter of quiet moves. */
  readonly quietReset: 'mill' | 'capture'
}

export interface HalmaRules extends CommonRules {
  readonly family: 'halma'
  readonly board: HalmaBoard
  /** After this ply a player with a stone in their own camp loses. */
  readonly clearCampAfterPly: number
}

/**
 * A game's rules as plain data. A changed rule is a new `revision` beside the old one: a game keeps the revision it
 * began with.
 */
export type RuleSet = RulesByFamily[FamilyName]

/** The families of games. What differs between them is answered with `byFamily`. */
export interface RulesByFamily {
  readonly mill: MillRules
  readonly halma: HalmaRules
}
export type FamilyName = keyof RulesByFamily

const NAMES: { readonly [Name in FamilyName]: Name } = { mill: 'mill', halma: 'halma' }
export const FAMILIES = Object.values(NAMES)
