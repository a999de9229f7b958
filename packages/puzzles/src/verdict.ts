import type { Move, RuleRefusal } from '@tegenzet/rules'

/** How an attempt stands after its last move. */
export type Verdict =
  | { state: 'go-on'; reply: Move }
  /** The move keeps the win, but there is a faster one. */
  | { state: 'slower' }
  | { state: 'solved' }
  /** The last move throws the value away. `refutation`: best play against it. */
  | { state: 'failed'; refutation: Move[] }

export interface Judged {
  verdict: Verdict
  /** The moves of both sides up to the last own move. */
  line: Move[]
}

/** `index` of the own move that is refused, from 0. */
export type RefusedMove = RuleRefusal & { index: number }
