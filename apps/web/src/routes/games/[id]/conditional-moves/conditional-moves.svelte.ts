import type { Branch } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '@tegenzet/contract/limits'
import { opponent, playText } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { cut } from '@tegenzet/trees'
import { errorMessage } from '$lib/api/error-message.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { announceChanges } from './announce-changes.ts'
import { addMove } from './conditional-tree.ts'
import { planToTree } from './plan-to-tree.ts'
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
      () => game.board,
      () => this.saved.tree,
    )
    this.trial = new TrialBoard(game, {
      tree: () => this.draft.tree,
      available: () => game.opponentsTurn && !boardInUse(),
    })
  }

  /** An unsaved reply to the opponent's last move. The server does not know it, so the player has to send it. */
  readonly unsavedReply = $derived.by((): string | null =>
    this.game.myTurn && this.draft.exists && !this.saved.due
      ? (this.draft.plan.branches[0]?.reply ?? null)
      : null,
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
    const { line, next, opponentToMove, board } = this.trial
    if (!opponentToMove || next.includes(move)) return null
    if (line.length >= 2 * MAX_CONDITIONAL_DEPTH) return 'too-deep'
    const { replies, unanswered } = this.draft.plan
    if (replies + unanswered >= MAX_CONDITIONAL_REPLIES) return 'too-many'
    if (!board) return null
    const played = playText(board.rules, board.positions, move)
    return played.ok && played.value.outcome ? 'ends-game' : null
  }

  /** The reply that a move would replace; null if there is none. */
  replyReplacedBy(move: string): string | null {
    const { next, opponentToMove } = this.trial
    const [reply] = opponentToMove ? [] : next
    return reply === undefined || reply === move ? null : reply
  }

  /** Adds a move to the line on the trial board, or just goes to it if it is there already. */
  add(move: string): void {
    if (this.obstacleTo(move)) return
    const { line, at } = this.trial
    this.draft.change((tree) => addMove(tree, at, move))
    this.trial.goTo([...line, move])
  }

  /** Removes a move and everything after it. */
  remove(at: number): void {
    this.draft.change((tree) => cut(tree, at).tree)
  }

  discard(): void {
    this.draft.discard()
    this.trial.close()
  }

  /** Saves other conditional moves in place of what there is. */
  async replaceBy(branches: readonly Branch[]): Promise<void> {
    this.draft.change((tree) => ({ ...tree, ...planToTree(branches) }))
    await this.save()
  }

  async save(): Promise<void> {
    const { branches, replies, unanswered } = this.draft.plan
    try {
      if (!(await this.saved.save(branches))) return
    } catch (error) {
      return this.#showError(error, (reason) => m.conditional_moves_not_saved({ reason }))
    }
    this.discard()
    const text = replies > 0 ? m.conditional_moves_saved() : m.conditional_moves_deleted()
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
