/** The scenarios together end games in every possible way. */
const SCENARIOS = [
  'to the end',
  'repetition',
  'quiet moves',
  'intended repetition',
  'agreement',
  'at random',
  'resignation',
  'cancelled',
] as const
export type Scenario = (typeof SCENARIOS)[number]

/** What both players of a game try to do. They agree on it in the message of the challenge. */
export interface Script {
  /** Differs between games and is the same for both players. */
  seed: string
  scenario: Scenario
}

export const formatScript = ({ seed, scenario }: Script): string => `${seed}: ${scenario}`

/** @returns null if the message is not a script */
export function parseScript(message: string | null): Script | null {
  const [seed, name] = (message ?? '').split(': ')
  const scenario = SCENARIOS.find((each) => each === name)
  return seed && scenario ? { seed, scenario } : null
}

/** Halma has no rule about quiet moves. */
export const scenariosOf = (ruleSet: any): Scenario[] =>
  SCENARIOS.filter((scenario) => scenario !== 'quiet moves' || ruleSet.draws.quiet !== null)
