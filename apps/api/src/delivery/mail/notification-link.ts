import type { Language, Notification } from '@tegenzet/contract'
import type { Link } from '../../mail/layout.ts'
import { NEWS_WORDS } from './news.ts'

/** The page of the web client that shows what a notification is about. */
export function notificationLink(
  notification: Pick<Notification, 'kind' | 'params' | 'game'>,
  language: Language,
): Link {
  const words = NEWS_WORDS[language]
  if (notification.kind === 'report-ruled') return { label: words.openReports, address: '/account/people' }
  if (notification.kind === 'vacation-begun') {
    const { by } = notification.params as { by: string }
    return { label: words.openPlayer(by), address: `/players/${by}` }
  }
  return notification.game === null
    ? { label: words.openLobby, address: '/lobby' }
    : { label: words.openGame, address: `/games/${notification.game}` }
}
