import type { ConditionalMoves } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** Tells the player that conditional moves were played or have ended. */
export function announceChanges(before: ConditionalMoves, after: ConditionalMoves, opponent: string): void {
  if (after.played.length > before.played.length)
    showToast(m.conditional_moves_has_answered({ name: opponent }), 'success')
  if (!after.ended || after.ended.ply === before.ended?.ply) return
  if (after.ended.reason === 'other-move') showToast(m.conditional_moves_ended_other_move({ name: opponent }))
  if (after.ended.reason === 'refused') showToast(m.conditional_moves_ended_refused(), 'warning')
}
