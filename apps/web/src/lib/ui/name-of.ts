import type { Player } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'

type Named = Pick<Player, 'username' | 'kind'>

/** A player in running text: by name, or as somebody whose account is gone. */
export const nameOf = ({ username, kind }: Named): string =>
  kind === 'closed' ? m.player_closed() : username

/** The same where no mark stands beside the name: a bot is said to be one. */
export const nameAndKind = (player: Named): string =>
  player.kind === 'bot' ? `${player.username} (${m.player_bot()})` : nameOf(player)
