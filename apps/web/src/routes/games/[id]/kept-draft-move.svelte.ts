import { m } from '@tegenzet/texts/messages'
import { untrack } from 'svelte'
import { session } from '$lib/api/session.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { TypedText } from '$lib/ui/typed-text.svelte.ts'

/**
 * Keeps the draft move of a game on this device, and puts it back on the board after a reload or a look at earlier moves.
 * If the game has moved on or ended meanwhile, for instance with a move from another device, says once what was written.
 */
export function keepDraftMove(game: RemoteGame): void {
  const player = $derived(session.accountId ?? 0)
  const kept = $derived(new TypedText('move', player, game.id))
  let wasReady = false
  $effect.pre(() => {
    const { board, myTurn } = game
    const ready = board !== null && myTurn && board.atEnd
    const move = ready && (board.draft.move ?? '')
    const isOver = game.game?.outcome != null
    untrack(() => {
      if (board) tellIfMovedOn(board.moves, isOver)
      if (ready) {
        const prefix = `${board.moves.length} `
        if (!wasReady && kept.value.startsWith(prefix)) board.draft.propose(kept.value.slice(prefix.length))
        else kept.value = move ? prefix + move : ''
      }
      wasReady = ready
    })
  })

  function tellIfMovedOn(played: readonly string[], isOver: boolean): void {
    const [ply, move] = kept.value.split(' ')
    if (!move || (Number(ply) >= played.length && !isOver)) return
    kept.value = ''
    if (played[Number(ply)] === move) return
    const message = new TypedText('move-message', player, game.id).value.trim()
    showToast(
      message ? m.game_draft_gone_with_message({ move, message }) : m.game_draft_gone({ move }),
      'warning',
    )
  }
}
