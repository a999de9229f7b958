import type { Standing } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import type { Mark } from '$lib/competition/tournaments/StandingMark.svelte'

/** Whether a player of a division goes up or down, for its table. */
export function leagueMark({ advances, relegated }: Pick<Standing, 'advances' | 'relegated'>): Mark | null {
  if (advances) return { text: m.leagues_up() }
  return relegated ? { text: m.leagues_down(), down: true } : null
}
