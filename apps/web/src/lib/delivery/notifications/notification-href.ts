import type { Notification } from '@tegenzet/contract'

/** The page that shows what a notification is about. */
export function notificationHref(notification: Notification): string {
  switch (notification.kind) {
    case 'webhook-disabled':
      return `/account/webhooks/${notification.params.webhook}`
    case 'channel-broken':
      return notification.params.club ? `/clubs/${notification.params.club.slug}` : '/account/reminders'
    case 'push-broken':
      return '/account/reminders'
    case 'report-ruled':
      return '/account/people'
    case 'warned':
    case 'report-upheld':
    case 'sanctioned':
    case 'sanction-lifted':
    case 'appeal-decided':
      return '/account'
    case 'export-ready':
      return '/account/data'
    case 'tournament':
      return `/tournaments/${notification.params.tournament}`
    case 'ladder':
      return `/ladders/${notification.params.rules}`
    case 'club':
      return `/clubs/${notification.params.club}`
    case 'match':
      return `/matches/${notification.params.match}`
    case 'vacation-begun':
      return `/players/${notification.params.by}`
    default:
      return notification.game === null ? '/lobby' : `/games/${notification.game}`
  }
}
