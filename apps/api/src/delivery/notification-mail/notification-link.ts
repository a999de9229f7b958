import type { Language, Notification } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Link } from '../../mail/layout.ts'

/** The page of challenges. */
export const LOBBY = '/lobby'

/** The page of the web client that shows what a notification is about. */
export function notificationLink(
  notification: Pick<Notification, 'kind' | 'params' | 'game'>,
  language: Language,
): Link {
  const options = { locale: language }
  if (notification.kind === 'report-ruled')
    return { label: m.mail_open_reports({}, options), address: '/account/people' }
  if (notification.kind === 'vacation-begun') {
    const { by } = notification.params as { by: string }
    return { label: m.mail_open_player({ name: by }, options), address: `/players/${by}` }
  }
  if (notification.kind === 'tournament') {
    const { tournament } = notification.params as { tournament: number }
    return { label: m.mail_open_tournament({}, options), address: `/tournaments/${tournament}` }
  }
  if (notification.kind === 'ladder') {
    const { rules } = notification.params as { rules: string }
    return { label: m.mail_open_ladder({}, options), address: `/ladders/${rules}` }
  }
  if (notification.kind === 'club') {
    const { club } = notification.params as { club: string }
    return { label: m.mail_open_club({}, options), address: `/clubs/${club}` }
  }
  if (notification.kind === 'match') {
    const { match } = notification.params as { match: number }
    return { label: m.mail_open_match({}, options), address: `/matches/${match}` }
  }
  return notification.game === null
    ? { label: m.mail_open_lobby({}, options), address: LOBBY }
    : { label: m.mail_open_game({}, options), address: `/games/${notification.game}` }
}
