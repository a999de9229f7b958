import { HALMA_BOARD } from './halma/board.ts'
import { DIAGONAL_BOARD, STANDARD_BOARD } from './mill/board.ts'
import type { DrawRules, Language, MillRules, RuleSet } from './rule-set.ts'

const inAllLanguages = (name: string): Record<Language, string> => ({
  nl: name,
  de: name,
  en: name,
  fr: name,
})

const CLAIMED_BEFORE_MOVING: DrawRules = {
  repetition: 'claimed',
  quiet: 'claimed',
  policy: 'before-moving',
  earliestPly: 0,
}

const MILL = {
  revision: 1,
  family: 'mill',
  board: STANDARD_BOARD,
  stones: 9,
  flying: true,
  movesWhilePlacing: false,
  taking: 'compulsory',
  quietReset: 'mill',
  draws: CLAIMED_BEFORE_MOVING,
  exampleGame: 'd6 f4 b6 a1 f6xa1',
} as const satisfies Partial<MillRules>

/** All revisions of all rule sets, oldest first. A new game is a new entry (docs/adding-a-game.md). */
export const RULE_SETS = [
  {
    ...MILL,
    id: 'molenspel',
    origin: 'Jijbent',
    names: inAllLanguages('Molenspel'),
    taking: 'optional',
  },
  {
    ...MILL,
    id: 'muehle',
    origin: 'Brettspielnetz',
    names: inAllLanguages('Mühle'),
    draws: { ...CLAIMED_BEFORE_MOVING, policy: 'after-declined-offer' },
  },
  { ...MILL, id: 'merels', origin: 'Merels', names: inAllLanguages('Merels'), flying: false },
  {
    ...MILL,
    id: 'merels-wild',
    origin: 'Merels',
    names: { nl: 'Wilde Merels', de: 'Wilde Merels', en: 'Wild Merels', fr: 'Merels sauvage' },
  },
  {
    ...MILL,
    id: 'merels-diagonal',
    origin: 'Merels',
    names: {
      nl: 'Diagonale Merels',
      de: 'Diagonale Merels',
      en: 'Diagonal Merels',
      fr: 'Merels diagonal',
    },
    board: DIAGONAL_BOARD,
    flying: false,
  },
  {
    ...MILL,
    id: 'merels-diagonal-wild',
    origin: 'Merels',
    names: {
      nl: 'Wilde diagonale Merels',
      de: 'Wilde diagonale Merels',
      en: 'Wild Diagonal Merels',
      fr: 'Sauvage diagonal',
    },
    board: DIAGONAL_BOARD,
  },
  {
    ...MILL,
    id: 'moulin',
    origin: 'Jeu du moulin',
    names: inAllLanguages('Jeu du moulin'),
    quietReset: 'capture',
    draws: { repetition: 'automatic', quiet: 'automatic', policy: null, earliestPly: 0 },
  },
  {
    id: 'halma',
    origin: 'Jijbent',
    revision: 1,
    family: 'halma',
    names: inAllLanguages('Halma'),
    board: HALMA_BOARD,
    stones: 15,
    clearCampAfterPly: 100,
    draws: { repetition: 'claimed', quiet: null, policy: 'before-moving', earliestPly: 103 },
    exampleGame: 'g2-f3 d9-e8 i2-g4',
  },
  {
    ...MILL,
    id: 'lasker',
    origin: 'Lasker',
    names: {
      nl: 'Lasker-molenspel',
      de: 'Lasker-Mühle',
      en: 'Lasker Morris',
      fr: 'Mérelles de Lasker',
    },
    stones: 10,
    movesWhilePlacing: true,
    exampleGame: 'd6 a1 b6 d2 f4 g1 f4-f6xa1',
  },
] as const satisfies readonly RuleSet[]

export type RuleSetId = (typeof RULE_SETS)[number]['id']
export const RULE_SET_IDS = [...new Set(RULE_SETS.map((rules) => rules.id))] as [RuleSetId, ...RuleSetId[]]

/** Offered where there is no room for all, the most played first. */
export const MAIN_RULE_SETS: readonly [RuleSetId, ...RuleSetId[]] = ['muehle', 'molenspel', 'halma']

export const isRuleSetId = (text: string): text is RuleSetId => RULE_SET_IDS.some((id) => id === text)

/** The type of a rule set by its id: `RuleSetOf<'halma'>` is `HalmaRules`. */
export type RuleSetOf<Id extends RuleSetId> = Extract<
  RuleSet,
  Pick<Extract<(typeof RULE_SETS)[number], { id: Id }>, 'family'>
>

/**
 * The newest revision of a rule set, or the given one: the revision a game began with.
 * @throws RangeError for a revision that does not exist
 */
export function ruleSet<Id extends RuleSetId>(id: Id, revision?: number): RuleSetOf<Id> {
  const revisions: readonly RuleSet[] = RULE_SETS.filter((rules) => rules.id === id)
  const found =
    revision === undefined ? revisions.at(-1) : revisions.find((rules) => rules.revision === revision)
  if (!found) throw new RangeError(`${id} has no revision ${revision}`)
  return found as RuleSetOf<Id>
}
