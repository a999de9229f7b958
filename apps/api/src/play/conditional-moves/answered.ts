/** For the metrics of a process. */
export interface Answered {
  /** Replies that were planned, and that it has played. */
  moves: number
}

export const nothingAnswered = (): Answered => ({ moves: 0 })
