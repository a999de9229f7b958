/** What a process knows of its own heartbeat, by which outages are found. */
export interface Heart {
  /** Its last beat, in milliseconds; null: it does not beat, and finds no outage. */
  beatAt: number | null
  /** The one under way. */
  beating: Promise<void> | null
  /** The outages that this process found, and how long they were together. */
  outages: number
  outageMs: number
}

export const newHeart = (): Heart => ({ beatAt: null, beating: null, outages: 0, outageMs: 0 })
