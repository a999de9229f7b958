import { ApiError } from '@tegenzet/client'
import type { ConditionalMoves as SavedPlan } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '@tegenzet/contract/operations'
import { opponent, playText, trustedMove } from '@tegenzet/rules'
import { untrack } from 'svelte'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import { GameBoard } from '$lib/game/game-board.svelte.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import {
  afterPlay,
  answered,
  type Line,
  movesAfter,
  onward,
  sameTree,
  sizeOf,
  type Tree,
  treeOf,
  unanswered,
  within,
  withMove,
  withoutEnd,
} from './plan-tree.ts'

/** A tree, and the plies played where it begins. */
interface Rooted {
  ply: number
  tree: Tree
}

/** What a player answers ahead in a game: what the server keeps, what is being changed, and where in it one looks. */
export class Plan {
  readonly remote: RemoteGame
  /** null until it has been fetched. */
  saved = $state.raw<SavedPlan | null>(null)
  /** It is being saved or taken back. */
  busy = $state(false)
  /** What has been changed and not saved. */
  #draft = $state.raw<Rooted | null>(null)
  /** What it was before each change. */
  #before = $state.raw<readonly Rooted[]>([])
  /** The line looked at, from a ply on. */
  #line = $state.raw<{ ply: number; line: Line }>({ ply: 0, line: [] })
  /** The board on which moves are tried out. */
  #trial = $state.raw<GameBoard | null>(null)

  constructor(remote: RemoteGame) {
    this.remote = remote
  }

  readonly #moves = $derived.by((): readonly string[] => this.remote.board?.moves ?? [])
  /** The opponent is to move: the time to plan. */
  readonly timely = $derived.by(() => {
    const { game, me } = this.remote
    return game?.status === 'active' && me !== null && game.turn === opponent(me)
  })
  readonly #kept = $derived.by((): Tree => {
    if (!this.saved) return []
    return this.#standing({ ply: this.saved.ply, tree: treeOf(this.saved.branches) })
  })
  /** What stands now: with what has been changed, without what can no longer come true. While an answer is due, it begins with the move it answers. */
  readonly tree = $derived.by((): Tree => (this.#draft ? this.#standing(this.#draft) : this.#kept))
  readonly changed = $derived(this.#draft !== null && !sameTree(this.tree, this.#kept))
  /** There is something to save: an "if" without an answer is not. */
  readonly savable = $derived(this.changed && !sameTree(treeOf(answered(this.tree)), this.#kept))
  readonly kept = $derived(this.#kept.length > 0)
  /** How many of the opponent's moves have no answer yet. */
  readonly open = $derived(unanswered(this.tree))
  /** The server is about to play an answer; or waits with it, for an offer or a claim is open. */
  readonly due = $derived.by(() => this.remote.myTurn && this.#kept.length > 0)
  /** What was planned and not saved answers the opponent's move: it is for the player to send. */
  readonly proposal = $derived.by((): string | null =>
    this.remote.myTurn && this.#draft && !this.due ? (this.tree[0]?.reply ?? null) : null,
  )
  /** What might be played, where the board shows that and not the game; null while it shows the game. */
  readonly trial = $derived.by(() => (this.timely ? this.#trial : null))
  /** Where one looks: the moves from the game's position on. */
  readonly line = $derived.by((): Line => {
    const { ply, line } = this.#line
    const since = this.#moves.slice(ply)
    const followed = since.every((move, n) => line[n] === move)
    return followed ? within(this.tree, line.slice(since.length)) : []
  })
  /** That line, and its first moves from there on. */
  readonly wholeLine = $derived.by(() => onward(this.tree, this.line))
  /** It is for the opponent to move where one looks. */
  readonly theirs = $derived(this.line.length % 2 === 0)

  /** The plies that plans of this player have played. */
  get played(): readonly number[] {
    return this.saved?.played ?? []
  }

  /** Keeps up with what the server has, and the trial board with what is looked at; for an effect. @returns what ends it */
  follow(): (() => void) | undefined {
    const { id, me } = this.remote
    if (!me) return
    this.load()
    const connection = live()
    const ends = [
      connection.onEvent((event) => {
        if (event.type === 'plan' && event.plan.game === id) this.#take(event.plan)
      }),
      connection.onReconnect(() => this.load()),
    ]
    return () => {
      for (const end of ends) end()
    }
  }

  /** Lays the line looked at on the trial board, and leaves it where the game goes on without it; for an effect. */
  lay(): void {
    const { game, myTurn } = this.remote
    const moves = [...this.#moves, ...this.line]
    untrack(() => {
      if (this.timely && this.#trial && this.#trial.moves.join() !== moves.join())
        this.#trial.load(moves.map(trustedMove))
    })
    // While an answer is on its way one goes on planning; an offer is answered first.
    if (myTurn && (!this.due || game?.drawOffer)) this.leave()
    if (this.#draft && this.#draft.tree.length > 0 && this.tree.length === 0) this.#endDraft(this.#draft)
  }

  async load(): Promise<void> {
    try {
      this.#take(await api.call('getPlan', { params: { id: this.remote.id } }))
    } catch (error) {
      this.#tell(error)
    }
  }

  /** Begins to plan, or goes on, at a line. */
  begin(line: Line = this.line): void {
    const { board } = this.remote
    if (!this.timely || !board) return
    this.go(line)
    const { rules, orientation } = board
    this.#trial = new GameBoard(rules, {
      moves: [...this.#moves, ...this.line].map(trustedMove),
      orientation,
    })
  }

  /** Leaves the trial board. What has been changed is kept until it is saved or discarded. */
  leave(): void {
    this.#trial = null
  }

  discard(): void {
    this.#forget()
    this.leave()
  }

  go(line: Line): void {
    this.#line = { ply: this.#moves.length, line }
  }

  /** What keeps a move from being planned where one looks; null: nothing. */
  hindrance(move: string): 'ends-game' | 'too-deep' | 'too-many' | null {
    if (!this.theirs || movesAfter(this.tree, this.line).includes(move)) return null
    if (this.line.length >= 2 * MAX_CONDITIONAL_DEPTH) return 'too-deep'
    if (sizeOf(this.tree) >= MAX_CONDITIONAL_REPLIES) return 'too-many'
    if (!this.#trial) return null
    const played = playText(this.#trial.rules, this.#trial.positions, move)
    return played.ok && played.value.outcome ? 'ends-game' : null
  }

  /** What a move would take the place of: the answer so far. */
  replaces(move: string): string | null {
    const [answer] = this.theirs ? [] : movesAfter(this.tree, this.line)
    return answer === undefined || answer === move ? null : answer
  }

  /** Puts a move into the plan where one looks, or goes to it where it stands already. */
  add(move: string): void {
    if (this.hindrance(move)) return
    this.#change(withMove(this.tree, this.line, move))
    this.go([...this.line, move])
  }

  /** Takes out a line's last move and what comes after it. */
  remove(line: Line): void {
    this.#change(withoutEnd(this.tree, line))
  }

  get mayUndo(): boolean {
    return this.#before.length > 0
  }

  /** Takes back the last change. */
  undo(): void {
    const last = this.#before.at(-1)
    if (!last) return
    this.#before = this.#before.slice(0, -1)
    this.#draft = last
  }

  /** Has the server keep what is planned; what has no answer is left out. */
  async save(): Promise<void> {
    const left = this.open
    const branches = answered(this.tree)
    const saved = await this.#command(
      () =>
        api.call('setPlan', { params: { id: this.remote.id }, body: { ply: this.#moves.length, branches } }),
      (reason) => m.plan_not_saved({ reason }),
    )
    if (!saved) return
    this.#take(saved)
    this.discard()
    const text = branches.length > 0 ? m.plan_saved() : m.plan_taken_back()
    showToast(left > 0 ? `${text} ${m.plan_left_out({ count: left })}` : text, 'success')
  }

  /** Takes the whole plan back. */
  async drop(): Promise<void> {
    const params = { id: this.remote.id }
    const plan = await this.#command(
      () => api.call('dropPlan', { params }).then(() => api.call('getPlan', { params })),
      (reason) => reason,
    )
    if (!plan) return
    this.#take(plan)
    this.discard()
  }

  /** What of a tree can still come true. */
  #standing({ ply, tree }: Rooted): Tree {
    return ply > this.#moves.length ? [] : afterPlay(tree, this.#moves.slice(ply))
  }

  #change(tree: Tree): void {
    const now = { ply: this.#moves.length, tree: this.tree }
    if (sameTree(now.tree, tree)) return
    this.#before = [...this.#before.filter(({ ply }) => ply === now.ply), now]
    this.#draft = { ...now, tree }
  }

  #forget(): void {
    this.#draft = null
    this.#before = []
  }

  /** Nothing of what was changed can come true any more. */
  #endDraft({ ply, tree }: Rooted): void {
    const since = this.#moves.slice(ply)
    this.#forget()
    if (!this.remote.game?.outcome && within(tree, since).length < since.length)
      showToast(m.plan_draft_over())
  }

  /** Only what is newer counts. What has happened to the plan since is said. */
  #take(plan: SavedPlan): void {
    const old = this.saved
    if (old && plan.version <= old.version) return
    this.saved = plan
    if (!old) return
    const { game } = this.remote
    const name = game ? game[opponent(plan.by)].username : ''
    if (plan.played.length > old.played.length) showToast(m.plan_has_answered({ name }), 'success')
    if (plan.ended && plan.ended.ply !== old.ended?.ply) {
      if (plan.ended.reason === 'other-move') showToast(m.plan_ended_other_move({ name }))
      if (plan.ended.reason === 'refused') showToast(m.plan_ended_refused(), 'warning')
    }
  }

  async #command<T>(call: () => Promise<T>, refused: (reason: string) => string): Promise<T | null> {
    if (this.busy) return null
    this.busy = true
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        // The game has moved on: what still fits is kept.
        await this.remote.load()
        await this.load()
      }
      this.#tell(error, refused)
      return null
    } finally {
      this.busy = false
    }
  }

  #tell(error: unknown, say = (reason: string) => reason): void {
    if (error instanceof ApiError && error.code === 'unauthenticated') {
      session.clear()
      this.remote.expired = true
    } else showToast(say(errorMessage(error)), 'warning')
  }
}
