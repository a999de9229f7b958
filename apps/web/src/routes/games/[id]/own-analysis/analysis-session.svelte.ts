import { ApiError } from '@tegenzet/client'
import { itemAt } from '@tegenzet/common'
import type { Move, RuleSetId } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { MoveTree } from '@tegenzet/trees'
import { lineAlong, type NodeIndex } from '@tegenzet/trees'
import { type Begun, TreeSaver } from '$lib/analysis/saved/tree-saver.svelte.ts'
import { type Content, copyOfGame, type Stored, UnsavedCopy } from '$lib/analysis/saved/unsaved-copy.ts'
import { formatFull } from '$lib/analysis/trees/format-full.ts'
import { TreeBoard } from '$lib/analysis/trees/tree-board.svelte.ts'
import { TreeEditor } from '$lib/analysis/trees/tree-editor.svelte.ts'
import type { Full } from '$lib/analysis/trees/tree-limits.ts'
import { api } from '$lib/api/api.ts'
import { keepAnswer } from '$lib/api/kept-answers.ts'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { type PlanFromTree, treeToPlan } from '../conditional-moves/tree-to-plan.ts'
import { plyOfNode, withPlayed } from './played-line.ts'

/** A player's own analysis of a game, once it is loaded: its tree, the board to try out moves, and how it is saved. */
export class AnalysisSession {
  readonly editor: TreeEditor
  readonly board: TreeBoard
  readonly saver: TreeSaver
  readonly #game: RemoteGame
  readonly #gameBoard: GameBoard

  constructor(copy: UnsavedCopy, game: RemoteGame, board: GameBoard, begun: Begun) {
    this.#game = game
    this.#gameBoard = board
    this.editor = new TreeEditor(withPlayed(begun.content.tree, board.moves), {
      onchange: (tree) => this.saver.change({ tree }),
      played: () => board.moves,
    })
    this.board = new TreeBoard(this.editor.cursor, {
      onmove: (move) => report(this.editor.play(move)),
      onshapes: (shapes) => report(this.editor.setShapes(shapes)),
      orientation: board.orientation,
    })
    const calls = {
      save: ({ tree }: Content, version: number) => save(game, { tree, version }),
      load: () => load(game),
      show: ({ tree }: Content) => this.editor.replace(withPlayed(tree, board.moves)),
      onjoin: () => showToast(m.game_analysis_joined(), 'warning'),
    }
    this.saver = new TreeSaver(copy, calls, begun)
  }

  /** Without a connection it begins with what this device has. @throws ApiError if the server refuses */
  static async load(
    player: number,
    game: RemoteGame,
    board: GameBoard,
    rules: RuleSetId,
  ): Promise<AnalysisSession> {
    const copy = new UnsavedCopy(player, copyOfGame(game.id))
    const unsaved = copy.read()
    const base = unsaved?.base ?? (await loadOrBegin(game))
    const content = unsaved?.content ?? { tree: base.tree ?? { rules, start: null, nodes: [] } }
    return new AnalysisSession(copy, game, board, { content, base, isUnsaved: unsaved !== null })
  }

  readonly #played = $derived.by(() => lineAlong(this.editor.cursor.tree, this.#gameBoard.moves))
  /** The positions of the game with a comment. */
  readonly noted = $derived.by(() =>
    this.#played.flatMap((index, n) => (itemAt(this.editor.cursor.tree.nodes, index).comment ? [n + 1] : [])),
  )
  /** It has moves that were not played. */
  readonly hasVariations = $derived.by(() => this.editor.cursor.tree.nodes.length > this.#played.length)
  /** The number of the game's position that is shown; null in a variation. */
  readonly ply = $derived.by(() =>
    plyOfNode(this.editor.cursor.tree, this.#gameBoard.moves, this.editor.cursor.at),
  )
  /** The current position of the game. */
  readonly #here: NodeIndex = $derived(this.#played.at(-1) ?? null)
  /** The first move after the current position of the game on the line shown, else the first one there is. */
  readonly #first = $derived.by((): number | undefined => {
    const { line, children } = this.editor.cursor
    const played = this.#played.length
    if (line.length > played && (played === 0 || line[played - 1] === this.#here)) return line[played]
    return children.get(this.#here)?.[0]
  })
  /** The move that can be sent; null if it is not the reader's turn, or no move is tried out. */
  readonly sendable = $derived.by((): Move | null => {
    const first = this.#first
    return this.#game.myTurn && first !== undefined ? itemAt(this.editor.cursor.tree.nodes, first).move : null
  })
  /** The conditional moves in the tree: answers to the opponent, on the reader's turn after the move that can be sent. */
  readonly plan = $derived.by((): PlanFromTree | null => {
    if (this.#game.opponentsTurn) return treeToPlan(this.editor.cursor.tree, this.#here)
    return this.sendable === null ? null : treeToPlan(this.editor.cursor.tree, this.#first ?? null)
  })

  /** Takes over what was played in the game meanwhile. */
  followGame(): void {
    const { tree } = this.editor.cursor
    const grown = withPlayed(tree, this.#gameBoard.moves)
    if (grown === tree) return
    this.editor.replace(grown)
    this.saver.grow(grown)
  }

  /** Shows a position of the game. */
  showPly(ply: number): void {
    this.editor.cursor.select(this.#played[ply - 1] ?? null)
  }
}

function report(full: Full | null): void {
  if (full) showToast(formatFull(full), 'warning')
}

const pathOf = (game: RemoteGame) => `/api/v1/games/${game.id}/analysis`

async function load(game: RemoteGame): Promise<Stored> {
  return (await checked(game, api.call('getGameAnalysis', { params: { id: game.id } }))) as Stored
}

async function loadOrBegin(game: RemoteGame): Promise<Stored> {
  try {
    return await load(game)
  } catch (error) {
    if (error instanceof ApiError) throw error
    // What the server has is joined with it when it can be reached.
    return { tree: null, version: 0 }
  }
}

async function save(game: RemoteGame, body: { tree: MoveTree; version: number }): Promise<number> {
  const { version } = await checked(game, api.call('saveGameAnalysis', { params: { id: game.id }, body }))
  keepAnswer(pathOf(game), { tree: body.tree, version })
  return version
}

async function checked<T>(game: RemoteGame, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    game.handleUnauthenticated(error)
    throw error
  }
}
