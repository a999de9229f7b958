import { HALMA_BOARD } from './halma/board.ts'
import { DIAGONAL_BOARD, STANDARD_BOARD } from './mill/board.ts'
import type { DrawRules, Language, MillRules, RuleSet } from './rule-set.ts'

const everywhere = (name: string): Record<Language, string> => ({ nl: name, de: name, en: name, fr: name })

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
  taking: 'compulsory',
  quietReset: 'mill',
  draws: CLAIMED_BEFORE_MOVING,
} as const satisfies Partial<MillRules>

/** Every game there is, every revision. A new game is a new entry here (docs/adding-a-game.md). */
const RULE_SETS = [
  {
    ...MILL,
    id: 'molenspel',
    names: {
      nl: 'Molenspel',
      de: 'Mühle (Jijbent)',
      en: "Nine Men's Morris (Jijbent)",
      fr: 'Jeu du moulin (Jijbent)',
    },
    taking: 'optional',
  },
  {
    ...MILL,
    id: 'muehle',
    names: everywhere('Mühle (Brettspielnetz)'),
    draws: { ...CLAIMED_BEFORE_MOVING, policy: 'after-declined-offer' },
  },
  { ...MILL, id: 'merels', names: everywhere('Merels'), flying: false },
  { ...MILL, id: 'merels-wild', names: everywhere('Merels, wild') },
  {
    ...MILL,
    id: 'merels-diagonal',
    names: everywhere('Merels, diagonal'),
    board: DIAGONAL_BOARD,
    flying: false,
  },
  {
    ...MILL,
    id: 'merels-diagonal-wild',
    names: everywhere('Merels, diagonal and wild'),
    board: DIAGONAL_BOARD,
  },
  {
    ...MILL,
    id: 'moulin',
    names: everywhere('Jeu du moulin'),
    quietReset: 'capture',
    draws: { repetition: 'automatic', quiet: 'automatic', policy: null, earliestPly: 0 },
  },
  {
    id: 'halma',
    revision: 1,
    family: 'halma',
    names: everywhere('Halma'),
    board: HALMA_BOARD,
    stones: 15,
    clearCampAfterPly: 100,
    draws: { repetition: 'claimed', quiet: null, policy: 'before-moving', earliestPly: 103 },
  },
] as const satisfies readonly RuleSet[]

export type RuleSetId = (typeof RULE_SETS)[number]['id']
export const RULE_SET_IDS = [...new Set(RULE_SETS.map((rules) => rules.id))] as [RuleSetId, ...RuleSetId[]]

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
