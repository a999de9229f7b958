import { ApiError } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { untrack } from 'svelte'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import { dismissToast, showToast } from '$lib/ui/toasts.svelte.ts'
import { TypedText } from '$lib/ui/typed-text.svelte.ts'

/** A move that could not be sent. */
interface UnsentMove {
  game: number
  move: string
  /** The plies played before it. */
  ply: number
  message: string
  opponentName: string
  /** When it was made, by the device's clock. */
  at: number
  /** A guest made it, who cannot log in again. */
  guest?: boolean
  /** The reader has dismissed the request to log in and send it. */
  dismissed?: boolean
}

const RETRY_MS = 10_000
/** By then the game is lost on time: with days off and vacations, a time bank of 90 days lasts up to about 170. */
const MAX_AGE_MS = 180 * 24 * 3_600_000
const KEY = 'unsent-moves '
const keyOf = (account: number): string => `${KEY}${account}`

function read(account: number): readonly UnsentMove[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]') as UnsentMove[]
  } catch {
    return []
  }
}

/** The accounts whose moves this device keeps. */
function accounts(): readonly number[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEY))
      .map((key) => Number(key.slice(KEY.length)))
  } catch {
    return []
  }
}

/**
 * The moves of the player who is logged in that could not be sent. They stay on this device, and are sent as soon as the
 * server can be reached. The server plays a move only once, so sending it again is harmless.
 */
class UnsentMoves {
  #changes = $state(0)
  readonly #all = $derived.by(() => {
    this.#changes
    return session.accountId === null ? [] : read(session.accountId)
  })
  #listeners = new Set<(game: Game) => void>()
  #sending = false

  of(game: number): UnsentMove | undefined {
    return this.#all.find((unsent) => unsent.game === game)
  }

  get count(): number {
    return this.#all.length
  }

  /** @returns whether this device can keep it */
  add(move: Omit<UnsentMove, 'at'>): boolean {
    const unsent = { ...move, at: Date.now(), ...(session.isGuest && { guest: true }) }
    return this.#write(session.accountId, (all) => [...all.filter(({ game }) => game !== move.game), unsent])
  }

  remove(game: number, account = session.accountId): void {
    this.#write(account, (all) => all.filter((unsent) => unsent.game !== game))
  }

  /** Calls `listener` with each game in which a move has been sent. @returns the clean-up */
  onSent(listener: (game: Game) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sends them when the server may be reached again; call it in an effect. @returns the clean-up */
  follow(): () => void {
    const send = () => this.send()
    /** Another tab has kept or sent one. */
    const reread = () => this.#changes++
    window.addEventListener('online', send)
    window.addEventListener('storage', reread)
    const endOpenings = live().onOpen(send)
    const timer = setInterval(send, RETRY_MS)
    send()
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('storage', reread)
      endOpenings()
      clearInterval(timer)
    }
  }

  /**
   * Tells a reader who is logged out, perhaps because the session has ended meanwhile, that moves wait on this device, and
   * leads to the login; call it in an effect. Several people may share the device: only the account with the newest move
   * is asked. A reader who dismisses the toast is not asked about these moves again until the account has been logged in.
   * @returns the clean-up
   */
  askToLogIn(): (() => void) | undefined {
    this.#forgetOld()
    const unsent = accounts()
      .flatMap((account) => read(account).map((move) => ({ ...move, account })))
      .filter(({ guest, dismissed }) => !guest && !dismissed)
    const newest = unsent.toSorted((a, b) => b.at - a.at)[0]
    if (!newest) return
    const count = unsent.filter(({ account }) => account === newest.account).length
    const next = encodeURIComponent(`/games/${newest.game}`)
    const toast = showToast(m.game_unsent_logged_out({ count }), 'warning', {
      href: `/login?next=${next}`,
      ondismiss: () =>
        this.#write(newest.account, (all) => all.map((move) => ({ ...move, dismissed: true }))),
    })
    return () => dismissToast(toast)
  }

  async send(): Promise<void> {
    const account = session.accountId
    if (this.#sending || account === null) return
    this.#sending = true
    this.#undismiss(account)
    try {
      for (const unsent of read(account))
        if (session.accountId !== account || !(await this.#send(account, unsent))) return
    } finally {
      this.#sending = false
    }
  }

  /** @returns false if it has to be tried again later */
  async #send(account: number, { game: id, move, ply, message, opponentName: name }: UnsentMove) {
    const body = { move, ply, ...(message && { message }) }
    try {
      const { game } = await api.call('playMove', { params: { id }, body })
      this.remove(id, account)
      new TypedText('move-message', account, id).removeSent(message)
      for (const listener of this.#listeners) listener(game)
      showToast(m.game_unsent_sent({ move, name }), 'success', { href: `/games/${id}` })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) return false
      if (error.code === 'unauthenticated') {
        // ask the server: the request may have left before the reader logged in again
        await session.load()
        return false
      }
      this.remove(id, account)
      showToast(m.game_unsent_refused({ move, name, reason: errorMessage(error) }), 'warning', {
        href: `/games/${id}`,
      })
    }
    return true
  }

  /** The account has returned to this device, so a dismissal from before no longer counts if its session ends. */
  #undismiss(account: number): void {
    if (!read(account).some(({ dismissed }) => dismissed)) return
    // callers are effects, which must not depend on the moves
    untrack(() => this.#write(account, (all) => all.map((move) => ({ ...move, dismissed: false }))))
  }

  #forgetOld(): void {
    const now = Date.now()
    for (const account of accounts())
      this.#write(account, (all) =>
        // moves of earlier versions have no time
        all.map((move) => ({ ...move, at: move.at ?? now })).filter(({ at }) => now - at < MAX_AGE_MS),
      )
  }

  #write(account: number | null, change: (all: readonly UnsentMove[]) => readonly UnsentMove[]): boolean {
    if (account === null) return false
    const all = change(read(account))
    try {
      if (all.length === 0) localStorage.removeItem(keyOf(account))
      else localStorage.setItem(keyOf(account), JSON.stringify(all))
      this.#changes++
      return true
    } catch {
      return false
    }
  }
}

export const unsentMoves = new UnsentMoves()
