import { trustedMove } from '@tegenzet/rules'
import { childrenOf, lineAlong, lineToEnd, movesOf, type Nodes } from '@tegenzet/trees'
import { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'

/** Moves in turn, beginning with the opponent's. */
export type TrialLine = readonly string[]

interface Options {
  tree: () => Nodes
  /** Whether the board may show a trial now, and not the game. */
  available: () => boolean
}

/** The board on which a player tries out lines: which line it shows, and whether it is open. */
export class TrialBoard {
  readonly #game: RemoteGame
  readonly #options: Options
  #opened = $state(false)
  /** The line shown, from a ply on. */
  #shown = $state.raw<{ ply: number; line: TrialLine }>({ ply: 0, line: [] })

  constructor(game: RemoteGame, options: Options) {
    this.#game = game
    this.#options = options
  }

  readonly #moves = $derived.by((): readonly string[] => this.#game.board?.moves ?? [])
  readonly #tree = $derived.by(() => this.#options.tree())
  readonly #children = $derived(childrenOf(this.#tree))
  /** The nodes of the line shown. */
  readonly #nodes = $derived.by((): readonly number[] => {
    const { ply, line } = this.#shown
    const played = this.#moves.slice(ply)
    const followed = played.every((move, n) => line[n] === move)
    return followed ? lineAlong(this.#tree, line.slice(played.length)) : []
  })
  /** The node at the end of the line shown. */
  readonly at = $derived(this.#nodes.at(-1) ?? null)
  /** The line shown, from the position of the game on. */
  readonly line: TrialLine = $derived(movesOf(this.#tree, this.#nodes))
  /** The line shown, continued to the end of the tree. */
  readonly fullLine: TrialLine = $derived(movesOf(this.#tree, lineToEnd(this.#children, this.#nodes)))
  /** The moves that the tree has after the line shown. */
  readonly next: TrialLine = $derived(movesOf(this.#tree, this.#children.get(this.at) ?? []))
  /** The opponent is to move at the end of the line shown. */
  readonly opponentToMove = $derived(this.line.length % 2 === 0)
  /** As text, so that loading the same game again does not reset the board. */
  readonly #notation = $derived([...this.#moves, ...this.line].join(' '))
  /** null while it is closed. */
  readonly board = $derived.by((): GameBoard | null => {
    if (!this.#opened || !this.#game.board || !this.#options.available()) return null
    const { rules, orientation } = this.#game.board
    return new GameBoard(rules, {
      moves: this.#notation.split(' ').filter(Boolean).map(trustedMove),
      orientation,
    })
  })

  open(line: TrialLine = this.line): void {
    if (!this.#options.available()) return
    this.goTo(line)
    this.#opened = true
  }

  close(): void {
    this.#opened = false
  }

  goTo(line: TrialLine): void {
    this.#shown = { ply: this.#moves.length, line }
  }
}
