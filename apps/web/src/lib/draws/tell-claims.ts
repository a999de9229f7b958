import { live } from '$lib/api/live.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { notify } from '$lib/ui/notices.svelte.ts'
import { sayClaimState } from './say-states.ts'

/** Tells a player, wherever they are on the site, what becomes of claims in their games; for an effect. */
export const tellClaims = (): (() => void) =>
  live().onEvent((event) => {
    if (event.type !== 'claim') return
    const { game, state } = event.claim
    // The game's own page shows it.
    if (location.pathname === `/games/${game}`) return
    const about = m.game_title({ id: game })
    notify(
      state === 'open'
        ? `${about}: ${m.bar_claimed()}`
        : m.claim_told({ game: about, state: sayClaimState(state) }),
    )
  })
