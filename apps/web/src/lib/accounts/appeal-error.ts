import { m } from '@tegenzet/texts/messages'

/** The limit of the contract. */
export const MAX_APPEAL_LENGTH = 2000

/** What is wrong with the text of an appeal, if anything. */
export const appealError = (text: string): string | undefined => {
  if (text.trim() === '') return m.account_appeal_required()
  return text.length > MAX_APPEAL_LENGTH ? m.account_appeal_long() : undefined
}
