/** The time that this share of all times does not exceed: 0.5 for the median. */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!
