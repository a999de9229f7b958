/** Conditional moves that this process has played, for its metrics. */
export interface Answered {
  moves: number
}

export const nothingAnswered = (): Answered => ({ moves: 0 })
