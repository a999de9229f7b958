import type { Appeal } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

/** The outcome of an appeal, for the player who made it. */
export function formatAppeal({ state, decision }: Appeal): string {
  const reason = decision?.reason ?? ''
  if (state === 'open') return m.account_appeal_open()
  return state === 'granted' ? m.account_appeal_granted({ reason }) : m.account_appeal_rejected({ reason })
}
