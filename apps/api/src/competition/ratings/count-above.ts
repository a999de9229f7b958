import type { Db } from '../../store/transaction.ts'
import { countAbove, type List, type Mark, readMarks } from './leaderboard-store.ts'

/** So many rows are counted at most to find a place. */
const STEP = 100
const KEPT_MS = 60_000

/** How many players have a place above a rating. */
export type CountAbove = (db: Db, list: List, rating: number) => Promise<number>

/**
 * Makes a function that counts the players above a rating. Of everybody's lists it keeps every hundredth row for a minute and
 * counts from there, because counting from the top would read all of a large site for whoever is at the bottom.
 */
export function countFromMarks(): CountAbove {
  const kept = new Map<string, { readAt: Date; marks: Promise<Mark[]> }>()

  function marksOf(db: Db, list: List): Promise<Mark[]> {
    const key = `${list.rules} ${list.kind}`
    const known = kept.get(key)
    if (known && list.at.getTime() - known.readAt.getTime() < KEPT_MS) return known.marks
    const marks = readMarks(db, list, STEP)
    kept.set(key, { readAt: list.at, marks })
    marks.catch(() => kept.delete(key))
    return marks
  }

  return async (db, list, rating) => {
    const marks = list.club === undefined ? await marksOf(db, list) : []
    const above = marks.filter((mark) => mark.rating > rating)
    return above.length * STEP + (await countAbove(db, list, rating, above.at(-1)))
  }
}
