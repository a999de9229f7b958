import { emptyBody } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { calendarSchema, createdCalendarSchema } from './schemas.ts'

export const CALENDAR_ENDPOINTS = {
  getCalendar: endpoint('getCalendar', {
    tag: 'Accounts',
    summary: 'Get the state of your calendar',
    description:
      'Tells whether you have a calendar URL and when it was last fetched. The URL itself is returned only by `createCalendar`.',
    access: 'session',
    responses: { 200: calendarSchema },
    errors: [],
  }),
  createCalendar: endpoint('createCalendar', {
    tag: 'Accounts',
    summary: 'Create a calendar URL',
    description:
      'Creates a secret URL of an iCalendar file (RFC 5545) with the deadlines of all games in which you are to move. Subscribe to it in a calendar app. Anyone who has the URL can read the calendar. Calling this again creates a new URL, and the old one stops working.',
    access: 'session',
    proof: true,
    body: emptyBody,
    responses: { 201: createdCalendarSchema },
    errors: [],
  }),
  deleteCalendar: endpoint('deleteCalendar', {
    tag: 'Accounts',
    summary: 'Delete your calendar URL',
    description: 'The URL stops working at once. Succeeds also if there was none.',
    access: 'session',
    responses: { 204: 'Deleted' },
    errors: [],
  }),
}
