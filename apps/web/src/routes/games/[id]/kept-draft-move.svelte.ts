import { untrack } from 'svelte'
import { session } from '$lib/api/session.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { TypedText } from '$lib/ui/typed-text.svelte.ts'

/** Keeps the draft move of a game on this device, and puts it back on the board after a reload or a look at earlier moves. */
export function keepDraftMove(game: RemoteGame): void {
  const kept = $derived(new TypedText('move', session.accountId ?? 0, game.id))
  let wasReady = false
  $effect.pre(() => {
    const { board, myTurn } = game
    const ready = board !== null && myTurn && board.atEnd
    const move = ready && (board.draft.move ?? '')
    untrack(() => {
      if (ready) {
        const prefix = `${board.moves.length} `
        if (!wasReady && kept.value.startsWith(prefix)) board.draft.propose(kept.value.slice(prefix.length))
        else kept.value = move ? prefix + move : ''
      }
      wasReady = ready
    })
  })
}
