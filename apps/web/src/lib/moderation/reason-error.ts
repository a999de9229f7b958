import { m } from '@tegenzet/texts/messages'

/** The limit of the contract. */
export const MAX_REASON_LENGTH = 1000

/** What is wrong with the reason of a decision, if anything. */
export function reasonError(reason: string): string | undefined {
  if (reason.trim() === '') return m.admin_review_reason_required()
  return reason.length > MAX_REASON_LENGTH ? m.admin_review_reason_long() : undefined
}
