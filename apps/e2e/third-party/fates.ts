/** What two programs agree on in the words of a challenge, so that every way to end a game is gone. */
export const FATES = [
  'to the end',
  'repetition',
  'quiet moves',
  'intended repetition',
  'agreement',
  'at random',
  'resignation',
  'cancelled',
] as const
export type Fate = (typeof FATES)[number]

/** A game as both players mean to play it. */
export interface Plan {
  /** Tells one game from the others, to each player alike. */
  seed: string
  fate: Fate
}

export const sayPlan = ({ seed, fate }: Plan): string => `${seed}: ${fate}`

/** @returns null for the words of somebody else */
export function readPlan(words: string | null): Plan | null {
  const [seed, said] = (words ?? '').split(': ')
  const fate = FATES.find((each) => each === said)
  return seed && fate ? { seed, fate } : null
}

/** Halma has no rule of quiet moves. */
export const fatesOf = (ruleSet: any): Fate[] =>
  FATES.filter((fate) => fate !== 'quiet moves' || ruleSet.draws.quiet !== null)
