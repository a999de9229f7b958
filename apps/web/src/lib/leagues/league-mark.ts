import type { Standing } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

/** Whether a player of a division goes up or down, for its table. */
export function leagueMark({
  advances,
  relegated,
}: Pick<Standing, 'advances' | 'relegated'>): { text: string; down?: boolean } | null {
  if (advances) return { text: m.leagues_up() }
  return relegated ? { text: m.leagues_down(), down: true } : null
}
