export interface Pairing<P> {
  white: P
  black: P
}

/**
 * The Berger table (FIDE Handbook C.05, annex 1) for a number of players: its rounds, each a list of pairs of seats from
 * 1, White first. With an odd number one player is free in each round.
 *
 * Everybody meets everybody once. Numbers of games with White and Black differ by one for an even number of players and
 * are equal for an odd one.
 */
export function bergerTable(players: number): Pairing<number>[][] {
  if (players < 2) return []
  const last = players + (players % 2)
  const circle = last - 1
  const rounds: Pairing<number>[][] = []
  for (let round = 0; round < circle; round++) {
    const first = seatOn(circle, 1 + (round * last) / 2)
    const games = [round % 2 === 0 ? { white: first, black: last } : { white: last, black: first }]
    for (let step = 1; step < last / 2; step++)
      games.push({ white: seatOn(circle, first + step), black: seatOn(circle, first - step) })
    rounds.push(games.filter(({ white, black }) => white <= players && black <= players))
  }
  return rounds
}

/** Seats 1 to `circle` in a ring. */
const seatOn = (circle: number, seat: number): number => ((((seat - 1) % circle) + circle) % circle) + 1

/**
 * All games of a group, round by round. With one game a pair nobody has White more than once more often than Black. With
 * two, the second half repeats the first with colours reversed.
 */
export function pairings<P>(players: readonly P[], gamesPerPair: 1 | 2): Pairing<P>[] {
  const first = bergerTable(players.length)
    .flat()
    .map(({ white, black }) => ({ white: players[white - 1] as P, black: players[black - 1] as P }))
  return gamesPerPair === 1
    ? first
    : [...first, ...first.map(({ white, black }) => ({ white: black, black: white }))]
}
