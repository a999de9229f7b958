import type { TournamentLogEntry } from '@tegenzet/contract'
import { entriesOf, logOf, standingsOf, tournamentOf } from '@tegenzet/pages/tournament'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Paged, withIds } from '$lib/api/paged.svelte.ts'
import { Resource } from '$lib/api/resource.svelte.ts'

const POLL_INTERVAL_MS = 60_000
/** While the games of a stage are being made. */
const MAKING_POLL_INTERVAL_MS = 5000
const OVER = ['finished', 'cancelled']

/** A tournament with everything its page shows, kept up to date while the page is open. */
export class FollowedTournament {
  /** The stage to show; null: the current one. */
  stage = $state<number | null>(null)
  readonly #id: number
  readonly tournament
  readonly standings
  readonly entries
  readonly log: Paged<TournamentLogEntry>

  constructor(id: number) {
    this.#id = id
    this.tournament = new Resource(() => api.call(...tournamentOf(id)))
    this.standings = new Resource(() => api.call(...standingsOf(id, this.stage)))
    this.entries = new Paged(async (cursor) =>
      withIds(await api.call(...entriesOf(id, cursor)), ({ user }) => user.id),
    )
    this.log = new Paged((cursor) => api.call(...logOf(id, cursor)))
  }

  /** Loads everything again, for example after the reader has entered. */
  async load(): Promise<void> {
    await Promise.all([this.tournament, this.standings, this.entries, this.log].map((part) => part.load()))
  }

  choose(stage: number): void {
    this.stage = stage === this.tournament.current?.stage ? null : stage
    this.standings.load()
  }

  /**
   * Call it in an effect. Entrants hear of changes at once, others within a minute.
   * @returns a function that stops it
   */
  follow(): () => void {
    this.load()
    const end = followLive(
      (event) => {
        if (event.type === 'tournament' && event.tournament.id === this.#id) this.load()
        if (event.type === 'game' && event.game.tournament?.id === this.#id && event.game.outcome)
          this.standings.load()
      },
      () => this.load(),
    )
    const timer = setInterval(() => {
      const state = this.tournament.current?.state
      if (document.visibilityState === 'visible' && state && !OVER.includes(state)) this.load()
    }, POLL_INTERVAL_MS)
    const makingTimer = setInterval(async () => {
      if (document.visibilityState !== 'visible' || !this.tournament.current?.making) return
      await this.tournament.load()
      if (!this.tournament.current.making) this.load()
    }, MAKING_POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      clearInterval(makingTimer)
      end()
    }
  }
}
