import { calendarSchema, createdCalendarSchema } from '../calendar.ts'
import { emptyBody } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** The games in which somebody is to move, as a calendar to subscribe to. */
export const CALENDAR_ENDPOINTS = {
  getCalendar: endpoint('getCalendar', {
    tag: 'Accounts',
    summary: 'Whether your calendar has an address',
    description: 'The address itself was shown once, when it was made.',
    access: 'session',
    responses: { 200: calendarSchema },
    errors: [],
  }),
  createCalendar: endpoint('createCalendar', {
    tag: 'Accounts',
    summary: 'Make the address of your calendar',
    description:
      'An iCalendar file (RFC 5545) to subscribe to, with the deadline of every game in which you are to move. Whoever has the address can read it, so it is shown this once and kept hashed. Made anew, the one before no longer works.',
    access: 'session',
    body: emptyBody,
    responses: { 201: createdCalendarSchema },
    errors: [],
  }),
  deleteCalendar: endpoint('deleteCalendar', {
    tag: 'Accounts',
    summary: 'Remove the address of your calendar',
    description: 'From now on it no longer works.',
    access: 'session',
    responses: { 204: 'There is none' },
    errors: [],
  }),
}
