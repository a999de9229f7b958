import type { Message, OfferState } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { announce } from '$lib/ui/announcements.ts'
import type { OpenGame } from './open-game.svelte.ts'

/** The ends of an offer that its maker hears of here. After the others the move bar says that the game is over. */
const REFUSALS: Partial<Record<OfferState, (of: { name: string }) => string>> = {
  declined: m.draws_offer_declined,
  expired: m.draws_offer_expired,
}

/** Announces to screen readers what the opponent does besides moving. Call it while a component is set up. */
export function announceNews(open: OpenGame): void {
  // What the page opens with is no news.
  let lastOffer: number | undefined
  let lastMessage: number | undefined
  /** The reader's own offer that has not been answered. */
  let own: number | undefined
  $effect(() => {
    const { game, me } = open.remote
    if (!game || !me) return
    const offer = game.drawOffer
    if (offer?.by === me) own = offer.id
    else if (offer && lastOffer !== undefined && offer.id > lastOffer)
      announce(m.draws_offer_theirs({ name: open.opponentName }))
    lastOffer = Math.max(offer?.id ?? 0, lastOffer ?? 0)
  })
  $effect(() => {
    const refusal = REFUSALS[open.draws.records.offers.find(({ id }) => id === own)?.state ?? 'open']
    if (!refusal) return
    own = undefined
    announce(refusal({ name: open.opponentName }))
  })
  $effect(() => {
    const { list, messages, remote } = open.conversation
    if (list.state !== 'ready') return
    const known = lastMessage
    if (known !== undefined)
      for (const message of messages)
        if (message.id > known && message.by !== remote.me) announce(describe(message, open.opponentName))
    lastMessage = messages.at(-1)?.id ?? 0
  })
}

const describe = ({ text, days }: Message, name: string): string =>
  m.chat_quote({ name, text: days === undefined ? text : m.chat_gift({ count: days }) })
