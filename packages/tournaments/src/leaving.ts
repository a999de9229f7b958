/**
 * What happens to the games of a player who leaves a running stage. With fewer than half of them finished before, they
 * are all struck from the standings. Otherwise the results count and the running games are forfeited.
 */
export const isStruckOnLeaving = (finished: number, total: number): boolean => finished * 2 < total
