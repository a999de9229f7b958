import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { calendarSchema, createdCalendarSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts', access: 'session' })

export const CALENDAR_ENDPOINTS = {
  getCalendar: endpoint('getCalendar', {
    summary: 'Get the state of your calendar',
    description:
      'Tells whether you have a calendar URL and when it was last fetched. The URL itself is returned only by `createCalendar`.',
    responses: { 200: calendarSchema },
  }),
  createCalendar: endpoint('createCalendar', {
    summary: 'Create a calendar URL',
    description:
      'Creates a secret URL of an iCalendar file (RFC 5545) with the deadlines of all games in which you are to move. Subscribe to it in a calendar app. Anyone who has the URL can read the calendar. Calling this again creates a new URL, and the old one stops working.',
    proof: true,
    body: emptyBody,
    responses: { 201: createdCalendarSchema },
  }),
  deleteCalendar: endpoint('deleteCalendar', {
    summary: 'Delete your calendar URL',
    description: 'The URL stops working at once. Succeeds also if there was none.',
    responses: { 204: 'Deleted' },
  }),
}
