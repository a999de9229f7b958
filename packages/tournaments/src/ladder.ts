const MIN_REACH = 3

/** How many places above their own a player may challenge, on a ladder of that length. */
export const challengeReach = (length: number): number => Math.max(MIN_REACH, Math.ceil(length / 10))

/** Whether the player at place `challenger` may challenge the one at `challenged`. Places count from 1, the top. */
export const canChallenge = (challenger: number, challenged: number, length: number): boolean =>
  challenged < challenger && challenger - challenged <= challengeReach(length)
