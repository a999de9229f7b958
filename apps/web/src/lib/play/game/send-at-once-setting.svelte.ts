import type { Player } from '@tegenzet/contract'

const KEY = 'send-at-once'
/** Against whom a move is sent as soon as it is on the board. The first is the default. */
export const SEND_AT_ONCE = ['bots', 'always', 'never'] as const
export type SendAtOnce = (typeof SEND_AT_ONCE)[number]

function stored(): SendAtOnce {
  try {
    const kept = localStorage.getItem(KEY)
    return SEND_AT_ONCE.find((choice) => choice === kept) ?? SEND_AT_ONCE[0]
  } catch {
    return SEND_AT_ONCE[0]
  }
}

let chosen = $state(stored())

/** Reactive. */
export const getSendAtOnce = (): SendAtOnce => chosen

export function setSendAtOnce(choice: SendAtOnce): void {
  chosen = choice
  try {
    if (choice === SEND_AT_ONCE[0]) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}

/** Whether the reader wants to send a move to this opponent without pressing a button. */
export const sendsAtOnce = ({ kind }: Pick<Player, 'kind'>): boolean =>
  chosen === 'always' || (chosen === 'bots' && kind === 'bot')
