import type { Player } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

type Named = Pick<Player, 'username' | 'kind'>

/** A player's name in running text, or a placeholder for a closed account. */
export const displayName = ({ username, kind }: Named): string =>
  kind === 'closed' ? m.people_closed() : username

/** Like `displayName`, and says that a bot is one: for places without a bot icon. */
export const displayNameWithKind = (player: Named): string =>
  player.kind === 'bot' ? `${player.username} (${m.people_bot()})` : displayName(player)
