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
