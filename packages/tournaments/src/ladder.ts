const MIN_REACH = 3

/** How many places above their own a player may challenge, on a ladder of that length. */
export const challengeReach = (length: number): number => Math.max(MIN_REACH, Math.ceil(length / 10))

/** Whether the player at place `challenger` may challenge the one at `challenged`. Places count from 1, the top. */
export const canChallenge = (challenger: number, challenged: number, length: number): boolean =>
  challenged < challenger && challenger - challenged <= challengeReach(length)

/**
 * The ladder, top first, after the challenger has won. The challenger takes the challenged player's place and everybody
 * between moves down one. Nothing moves if the challenger is above by now, or if either has left.
 */
export function orderAfterWin<Id>(ladder: readonly Id[], challenger: Id, challenged: Id): Id[] {
  const from = ladder.indexOf(challenger)
  const to = ladder.indexOf(challenged)
  if (from === -1 || to === -1 || from < to) return [...ladder]
  return ladder.toSpliced(from, 1).toSpliced(to, 0, challenger)
}
