import { feedback } from '$lib/boards/feedback.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'

/** The sounds of the opponent's move take so many places before the sound of the reader's turn. */
const AFTER_MOVE = 2

/** Lets the reader hear that it is their turn, or that the game is over. Call it while a component is set up. */
export function announceTurns(remote: RemoteGame): void {
  let before: { over: boolean; myTurn: boolean } | undefined
  $effect(() => {
    if (!remote.game) return
    const now = { over: remote.game.outcome !== null, myTurn: remote.myTurn }
    // What the page opens with is no news.
    if (before && now.over && !before.over) feedback('over', AFTER_MOVE)
    else if (before && now.myTurn && !before.myTurn) feedback('turn', AFTER_MOVE)
    before = now
  })
}
