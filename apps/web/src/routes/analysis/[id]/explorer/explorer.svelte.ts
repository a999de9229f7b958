import type { ExplorerAnswer } from '@tegenzet/contract'
import type { Position, RuleSetId } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import { probe } from './probe.ts'

interface ExplorerFilter {
  rated: 'all' | 'rated' | 'casual'
  player: string
  /** `2026-11`; empty for all. */
  since: string
}

/** Stepping through moves asks about the position where the reader stops. */
const DELAY_MS = 250
const MAX_KEPT = 100

/** What was played in the position shown. */
export class Explorer {
  filter: ExplorerFilter
  answer = $state.raw<ExplorerAnswer | null>(null)
  error = $state.raw<unknown>(null)
  /** The position is of a running game of the reader: nothing is asked about it. */
  isRunning = $state(false)
  /** The reader steps back and forth. */
  readonly #kept = new Map<string, ExplorerAnswer>()

  constructor(player: string) {
    this.filter = $state({ rated: 'all', player, since: '' })
  }

  /** Asks about a position; call it in an effect. @returns the clean-up */
  ask(rules: RuleSetId, position: Position): (() => void) | undefined {
    const { rated, player, since } = this.filter
    const query = {
      position,
      ...(rated === 'all' ? {} : { rated: rated === 'rated' }),
      ...(player.trim() === '' ? {} : { player: player.trim() }),
      ...(since === '' ? {} : { since }),
    }
    const key = JSON.stringify([rules, query])
    this.error = null
    this.isRunning = false
    const kept = this.#kept.get(key)
    this.answer = kept ?? null
    if (kept) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      try {
        if (session.account && (await probe(rules, position, signal))?.leftOut) {
          this.isRunning = !signal.aborted
          return
        }
        const answer = await api.call('explore', { params: { rules }, query, signal })
        if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
        this.#kept.set(key, answer)
        if (!signal.aborted) this.answer = answer
      } catch (error) {
        if (!signal.aborted) this.error = error
      }
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }
}
