import type { Game } from '@tegenzet/contract'
import { waitingGames } from '@tegenzet/pages/every-page'
import { pathOfCall } from '@tegenzet/pages/path-of-call'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { keepAnswer } from '$lib/api/kept-answers.ts'

/** The games in which it is the reader's turn, the most urgent first and the skipped ones last. Shared by all pages. */
class WaitingGames {
  #byDeadline = $state.raw<readonly Game[]>([])
  /** Skipped games by id, with the ply at which that was: another turn is not skipped. */
  #skipped = $state.raw<ReadonlyMap<number, number>>(new Map())
  readonly #isSkipped = ({ id, ply }: Game): boolean => this.#skipped.get(id) === ply
  /** The skipped ones come last, in the order in which they were skipped. */
  readonly games = $derived([
    ...this.#byDeadline.filter((game) => !this.#isSkipped(game)),
    ...[...this.#skipped.keys()].flatMap((id) =>
      this.#byDeadline.filter((game) => game.id === id && this.#isSkipped(game)),
    ),
  ])
  loaded = $state(false)
  /** Why the last load failed; null if it did not. The next connection loads them again. */
  error = $state.raw<unknown>(null)
  #updates = 0

  /** Loads the games and keeps them up to date; call it in an effect. @returns the clean-up */
  follow(reader: number): () => void {
    const end = followLive(
      (event) => {
        if (event.type === 'game') this.#update(event.game, reader)
      },
      () => this.load(),
    )
    this.load()
    return () => {
      end()
      this.#byDeadline = []
      this.loaded = false
      this.error = null
    }
  }

  /** Never throws: an error is in `error`. */
  async load(): Promise<void> {
    const updates = this.#updates
    try {
      const { items } = await api.call(...waitingGames())
      // a game changed meanwhile, so the answer may be too old
      if (updates !== this.#updates) return this.load()
      this.#byDeadline = items
      this.loaded = true
      this.error = null
    } catch (error) {
      this.error = error
    }
  }

  /** Puts a game last, until its next turn or until the site is opened again. */
  skip({ id, ply }: Pick<Game, 'id' | 'ply'>): void {
    this.#skipped = new Map([...[...this.#skipped].filter(([other]) => other !== id), [id, ply]])
  }

  #update(game: Game, reader: number): void {
    const old = this.#byDeadline.find(({ id }) => id === game.id)
    const isTheirs = game.white.id === reader || game.black.id === reader
    if (!isTheirs || (old && old.version >= game.version)) return
    this.#updates++
    this.error = null
    const others = this.#byDeadline.filter(({ id }) => id !== game.id)
    const mine = game.status === 'active' && game.turn !== null && game[game.turn].id === reader
    this.#byDeadline = (mine ? [...others, game] : others).toSorted((a, b) =>
      (a.deadline ?? '').localeCompare(b.deadline ?? ''),
    )
    keepAnswer(pathOfCall(waitingGames()), { items: this.#byDeadline, nextCursor: null })
  }
}

export const waiting = new WaitingGames()
