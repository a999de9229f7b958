import type { Notification } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatNotification as format } from '@tegenzet/texts/format-notification'
import { formatDateTime } from '$lib/i18n/format-time.ts'
import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { variantName } from '$lib/rules/variant.ts'

/** A notification in the language of the page. */
export function formatNotification(notification: Notification): string {
  const locale = getLocale()
  return format(notification, {
    locale,
    ruleSetName: (id) => variantName(ruleSet(id)),
    formatMoment: formatDateTime,
  })
}

/** The page that shows what a notification is about. */
export function notificationHref(notification: Notification): string {
  switch (notification.kind) {
    case 'webhook-disabled':
      return `/account/webhooks/${notification.params.webhook}`
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
    case 'vacation-begun':
      return `/players/${notification.params.by}`
    default:
      return notification.game === null ? '/lobby' : `/games/${notification.game}`
  }
}
