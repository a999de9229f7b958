import type { Account, Game, Ladder } from '@tegenzet/contract'
import { ladderGames, ladderOf } from '@tegenzet/pages/ladder'
import type { RuleSetId } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Paged, withIds } from '$lib/api/paged.svelte.ts'

const POLL_INTERVAL_MS = 60_000
/** A result moves the players about a second after the end of the game. */
const RESULT_DELAY_MS = 2000

/** A ladder with the reader's own running games on it, kept up to date while the page is open. */
export class FollowedLadder {
  /** What the first page says about the whole ladder. */
  summary = $state.raw<Omit<Ladder, 'items' | 'nextCursor'> | null>(null)
  games = $state.raw<Game[]>([])
  readonly places
  readonly #rules: RuleSetId
  readonly #account: Account | null

  constructor(rules: RuleSetId, account: Account | null) {
    this.#rules = rules
    this.#account = account
    this.places = new Paged(async (cursor) => {
      const { items, nextCursor, ...summary } = await api.call(...ladderOf(rules, cursor))
      this.summary = summary
      return withIds({ items, nextCursor }, ({ user }) => user.id)
    })
  }

  async load(): Promise<void> {
    await Promise.all([this.places.load(), this.#loadGames()])
  }

  async #loadGames(): Promise<void> {
    if (!this.#account) return
    // without them the page still works; the next load shows them
    const page = await api.call(...ladderGames(this.#account.username, this.#rules)).catch(() => null)
    if (page) this.games = page.items
  }

  /**
   * Call it in an effect.
   * @returns a function that stops it
   */
  follow(): () => void {
    this.load()
    let afterResult: ReturnType<typeof setTimeout> | undefined
    const end = followLive(
      (event) => {
        if (event.type !== 'game' || !event.game.ladder || event.game.rules !== this.#rules) return
        this.load()
        clearTimeout(afterResult)
        if (event.game.outcome) afterResult = setTimeout(() => this.load(), RESULT_DELAY_MS)
      },
      () => this.load(),
    )
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.load()
    }, POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(afterResult)
      end()
    }
  }
}
