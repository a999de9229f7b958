import { untrack } from 'svelte'
import type { RemoteGame } from './remote-game.svelte.ts'
import { unsentMoves } from './unsent-moves.svelte.ts'

/** Shows a move that waits to be sent on the board, where nothing else can be picked meanwhile. */
export function holdUnsentMove(remote: () => RemoteGame): void {
  $effect.pre(() => {
    const { board, myTurn, id } = remote()
    const unsent = unsentMoves.of(id)
    if (!board) return
    const held = unsent && myTurn && board.atEnd && board.moves.length === unsent.ply ? unsent.move : null
    untrack(() => {
      board.draft.locked = false
      if (held) board.draft.propose(held)
      board.draft.locked = held !== null
    })
  })
}
