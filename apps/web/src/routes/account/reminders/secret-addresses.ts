import type { ResponseBody } from '@tegenzet/client'
import { calendar, turnFeed } from '@tegenzet/pages/account'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'

/** An address with a secret, which a program that cannot log in fetches: its calls and its texts. */
export interface SecretAddress {
  get(): Promise<ResponseBody<'getCalendar'>>
  /** Replaces the address before. */
  create(): Promise<ResponseBody<'createCalendar'>>
  remove(): Promise<unknown>
  title: () => string
  text: () => string
  /** What it is the address of. */
  name: () => string
  how: () => string
  recipes: readonly { program: () => string; text: () => string }[]
  howOften: () => string
}

export const CALENDAR: SecretAddress = {
  get: () => api.call(...calendar()),
  create: () => api.call('createCalendar'),
  remove: () => api.call('deleteCalendar'),
  title: m.calendar_title,
  text: m.calendar_intro,
  name: m.calendar_made,
  how: m.calendar_how,
  recipes: [
    { program: m.calendar_google, text: m.calendar_google_text },
    { program: m.calendar_apple, text: m.calendar_apple_text },
    { program: m.calendar_outlook, text: m.calendar_outlook_text },
  ],
  howOften: m.calendar_how_often,
}

export const TURN_FEED: SecretAddress = {
  get: () => api.call(...turnFeed()),
  create: () => api.call('createTurnFeed'),
  remove: () => api.call('deleteTurnFeed'),
  title: m.feeds_turns_title,
  text: m.feeds_turns_text,
  name: m.feeds_turns_made,
  how: m.feeds_turns_how,
  recipes: [
    { program: m.feeds_turns_phone, text: m.feeds_turns_phone_text },
    { program: m.feeds_turns_computer, text: m.feeds_turns_computer_text },
    { program: m.feeds_turns_web, text: m.feeds_turns_web_text },
  ],
  howOften: m.feeds_turns_how_often,
}
