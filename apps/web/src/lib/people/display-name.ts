import type { Player } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

/** A player's name, and whether they are a bot: for places without a bot icon. */
export const displayNameWithKind = ({ username, kind }: Pick<Player, 'username' | 'kind'>): string =>
  kind === 'bot' ? `${username} (${m.people_bot()})` : username
