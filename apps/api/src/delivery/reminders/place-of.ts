import type { Language, Notification } from '@tegenzet/contract'
import type { Link } from '../../mail/layout.ts'
import { NEWS_WORDS } from '../mail/news.ts'

/** Where in the web client a notice that mails tell of is to be seen. */
export function placeOf(notice: Pick<Notification, 'kind' | 'params' | 'game'>, language: Language): Link {
  const words = NEWS_WORDS[language]
  if (notice.kind === 'report-ruled') return { label: words.openReports, address: '/account/people' }
  if (notice.kind === 'vacation-begun') {
    const { by } = notice.params as { by: string }
    return { label: words.openPlayer(by), address: `/players/${by}` }
  }
  return notice.game === null
    ? { label: words.openLobby, address: '/lobby' }
    : { label: words.openGame, address: `/games/${notice.game}` }
}
