import type { TableAnswer } from '@tegenzet/contract'
import { decodePosition, type Position, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import { probe } from './probe.ts'

/** Stepping through moves asks about the position where the reader stops. */
const DELAY_MS = 200

/**
 * Whether the reader may have help with a position, and its exact value. The server leaves out positions of a reader's own
 * running games: then neither engine nor tables are started.
 */
export class PositionHelp {
  /** `unknown`: not asked yet, or the server cannot be reached. */
  state = $state<'unknown' | 'allowed' | 'game-running' | 'failed'>('unknown')
  /** The position that `state` and `table` are about. */
  position = $state.raw<Position | null>(null)
  /** The exact values; null where no table covers the position. */
  table = $state.raw<TableAnswer | null>(null)

  /** Asks about a position; call it in an effect. @returns the clean-up */
  ask(rules: RuleSetId, position: Position): () => void {
    this.state = 'unknown'
    this.table = null
    this.position = position
    const controller = new AbortController()
    const timer = setTimeout(() => this.#ask(rules, position, controller.signal), DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }

  async #ask(rules: RuleSetId, position: Position, signal: AbortSignal): Promise<void> {
    // visitors have no games of their own, and tables have no positions with stones in hand
    const isVisitor = session.loaded && !session.failure && !session.account
    const { hands } = decodePosition(ruleSet(rules), position)
    const mayBeCovered = hands !== null && hands.white + hands.black === 0
    if (isVisitor && !mayBeCovered) {
      this.state = 'allowed'
      return
    }
    try {
      const probed = await probe(rules, position, signal)
      const answer = probed?.covered
        ? await api.call('probePosition', { params: { rules }, query: { position }, signal })
        : null
      if (signal.aborted) return
      this.table = answer
      this.state = probed?.leftOut ? 'game-running' : 'allowed'
    } catch {
      if (signal.aborted) return
      this.state = isVisitor ? 'allowed' : 'failed'
    }
  }
}
