import type { Standing } from '@tegenzet/contract'
import { type Score, type ScoredGame, standings } from '@tegenzet/tournaments'

/** A player's place in their group after a result. */
export interface Forecast {
  place: number
  /** Whether they go on or up, or down in a league. null: neither, or equal places would have to be decided by rating. */
  move: 'up' | 'down' | null
}

/**
 * What a win, a draw and a loss in a running game would change for one of its players, if no other game ended.
 * @param items the table of the group
 * @returns null if the game does not count, or has ended
 */
export function forecast(
  items: readonly Standing[],
  game: number,
  player: number,
): Record<'win' | 'draw' | 'loss', Forecast> | null {
  const idsOf = (which: 'struck' | 'left') =>
    new Set(items.flatMap((row) => (row[which] ? [row.user.id] : [])))
  const struck = idsOf('struck')
  const left = idsOf('left')
  const results = resultsOf(items)
  const running = results.get(game)
  if (!running || running.score !== null || struck.has(running.white) || struck.has(running.black))
    return null
  const players = items.map(({ user }) => user.id)
  const counting = items.filter(({ left }) => !left)
  const up = counting.filter(({ advances }) => advances).length
  const down = counting.filter(({ relegated }) => relegated).length

  const after = (points: Score): Forecast => {
    const score = (running.white === player ? points : 1 - points) as Score
    const table = standings(players, [...results.set(game, { ...running, score }).values()], struck, left)
    const place = table.find((row) => row.player === player)?.place ?? counting.length
    const last = place + table.filter((row) => row.place === place).length - 1
    return { place, move: last <= up ? 'up' : place > counting.length - down ? 'down' : null }
  }
  return { win: after(1), draw: after(0.5), loss: after(0) }
}

/** Every game of a group by its id. The table has each twice, once for each player. */
function resultsOf(items: readonly Standing[]): Map<number, ScoredGame> {
  const results = new Map<number, ScoredGame>()
  for (const { user, results: own } of items)
    for (const { opponent, games } of own)
      for (const { id, score } of games)
        if (!results.has(id)) results.set(id, { white: user.id, black: opponent.id, score })
  return results
}
