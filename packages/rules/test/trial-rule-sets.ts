import { type HalmaRules, halmaBoard, type MillRules, millBoard, ruleSet } from '../src/index.ts'

const inAllLanguages = (name: string) => ({ nl: name, de: name, en: name, fr: name })

const SIX_MEN: MillRules = {
  ...ruleSet('merels'),
  id: 'trial-six',
  origin: 'trial',
  names: inAllLanguages("Six Men's Morris"),
  board: millBoard(
    'a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a1-a3-a5 b2-b3-b4 d2-d3-d4 e1-e3-e5',
    'c4-c5 a3-b3 d3-e3 c1-c2',
  ),
  stones: 6,
  exampleGame: 'b4 e3 c4 a1 d4xa1',
}

const TWELVE_MEN: MillRules = {
  ...ruleSet('merels-diagonal-wild'),
  id: 'trial-twelve',
  origin: 'trial',
  names: inAllLanguages("Twelve Men's Morris"),
  stones: 12,
  exampleGame: 'b6 f4 c5 a1 a7xa1',
}

const SMALL_HALMA: HalmaRules = {
  ...ruleSet('halma'),
  id: 'trial-halma',
  origin: 'trial',
  names: inAllLanguages('Halma on 64 squares'),
  board: halmaBoard(8, 4),
  stones: 10,
  clearCampAfterPly: 60,
  exampleGame: 'f2-e3 c7-d6 h2-f4',
}

/** Rule sets that nobody plays, to prove that new ones need only data: joints that are no mills, more stones, a smaller board. */
export const TRIAL_RULE_SETS = [SIX_MEN, TWELVE_MEN, SMALL_HALMA] as const
