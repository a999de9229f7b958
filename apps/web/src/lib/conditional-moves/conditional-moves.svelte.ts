import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '@tegenzet/contract/limits'
import { opponent, playText } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { errorMessage } from '$lib/api/error-message.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { announceChanges } from './announce-changes.ts'
import {
  addMove,
  type ConditionalTree,
  countBranches,
  type Line,
  nextMoves,
  removeLastMove,
  toSavedBranches,
} from './conditional-tree.ts'
import { SavedConditionalMoves } from './saved-conditional-moves.svelte.ts'
import { TreeDraft } from './tree-draft.svelte.ts'
import { TrialBoard } from './trial-board.svelte.ts'

/** What a player can do with their conditional moves: try them out, edit them, save and remove them. */
export class ConditionalMoves {
  readonly game: RemoteGame
  readonly saved: SavedConditionalMoves
  readonly draft: TreeDraft
  readonly trial: TrialBoard
  readonly #boardInUse: () => boolean

  /** @param boardInUse whether something else needs the board now, such as a draw offer being prepared */
  constructor(game: RemoteGame, boardInUse: () => boolean = () => false) {
    this.game = game
    this.#boardInUse = boardInUse
    this.saved = new SavedConditionalMoves(game, {
      onchange: (before, after) =>
        announceChanges(before, after, game.game?.[opponent(after.by)].username ?? ''),
      onerror: (error) => this.#showError(error),
    })
    this.draft = new TreeDraft(
      () => game.board?.moves ?? [],
      () => this.saved.tree,
    )
    this.trial = new TrialBoard(game, {
      tree: () => this.draft.tree,
      available: () => game.opponentsTurn && !boardInUse(),
    })
  }

  /** An unsaved reply to the opponent's last move. The server does not know it, so the player has to send it. */
  readonly unsavedReply = $derived.by((): string | null =>
    this.game.myTurn && this.draft.exists && !this.saved.due ? (this.draft.tree[0]?.reply ?? null) : null,
  )
  /** While the server plays a reply, trying out goes on. A draw offer has to be answered first. */
  readonly #playerHasToAct = $derived.by(
    () => this.game.myTurn && (!this.saved.due || this.game.game?.drawOffer != null),
  )

  /** Keeps everything up to date; call it in an effect. @returns the clean-up */
  follow(): (() => void) | undefined {
    if (!this.game.me) return
    $effect.pre(() => {
      if (this.#playerHasToAct || this.#boardInUse()) this.trial.close()
    })
    $effect.pre(() => {
      if (this.draft.obsolete) this.#discardObsoleteDraft()
    })
    return this.saved.follow()
  }

  /** Why a move cannot be added to the line on the trial board; null: it can. */
  obstacleTo(move: string): 'ends-game' | 'too-deep' | 'too-many' | null {
    const { line, opponentToMove, board } = this.trial
    if (!opponentToMove || nextMoves(this.draft.tree, line).includes(move)) return null
    if (line.length >= 2 * MAX_CONDITIONAL_DEPTH) return 'too-deep'
    if (countBranches(this.draft.tree) >= MAX_CONDITIONAL_REPLIES) return 'too-many'
    if (!board) return null
    const played = playText(board.rules, board.positions, move)
    return played.ok && played.value.outcome ? 'ends-game' : null
  }

  /** The reply that a move would replace; null if there is none. */
  replyReplacedBy(move: string): string | null {
    const [reply] = this.trial.opponentToMove ? [] : nextMoves(this.draft.tree, this.trial.line)
    return reply === undefined || reply === move ? null : reply
  }

  /** Adds a move to the line on the trial board, or just goes to it if it is there already. */
  add(move: string): void {
    if (this.obstacleTo(move)) return
    const { line } = this.trial
    this.draft.change(addMove(this.draft.tree, line, move))
    this.trial.goTo([...line, move])
  }

  removeLast(line: Line): void {
    this.draft.change(removeLastMove(this.draft.tree, line))
  }

  discard(): void {
    this.draft.discard()
    this.trial.close()
  }

  /** Saves a whole tree in place of what there is. */
  async replaceBy(tree: ConditionalTree): Promise<void> {
    this.draft.change(tree)
    await this.save()
  }

  async save(): Promise<void> {
    const { tree, unanswered } = this.draft
    const anySaved = toSavedBranches(tree).length > 0
    try {
      if (!(await this.saved.save(tree))) return
    } catch (error) {
      return this.#showError(error, (reason) => m.conditional_moves_not_saved({ reason }))
    }
    this.discard()
    const text = anySaved ? m.conditional_moves_saved() : m.conditional_moves_deleted()
    showToast(
      unanswered > 0 ? `${text} ${m.conditional_moves_left_out({ count: unanswered })}` : text,
      'success',
    )
  }

  async removeAll(): Promise<void> {
    try {
      if (await this.saved.remove()) this.discard()
    } catch (error) {
      this.#showError(error)
    }
  }

  #discardObsoleteDraft(): void {
    const { missed } = this.draft
    this.draft.discard()
    if (missed && !this.game.game?.outcome) showToast(m.conditional_moves_draft_over())
  }

  #showError(error: unknown, format = (reason: string) => reason): void {
    if (!this.game.handleUnauthenticated(error)) showToast(format(errorMessage(error)), 'warning')
  }
}
