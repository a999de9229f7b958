import { endpoint } from '../endpoint.ts'
import {
  listNotificationsQuery,
  notificationPage,
  readNotificationsBody,
  unreadCountSchema,
} from '../notifications.ts'

/** What a player is told of when they come back. */
export const NOTIFICATION_ENDPOINTS = {
  listNotices: endpoint('listNotices', {
    tag: 'Notices',
    summary: 'What you were told of',
    description:
      'Newest first, with how many are unread; kept for 90 days. Never what you did yourself. A bot is told only of its webhooks.',
    access: 'account:read',
    query: listNotificationsQuery,
    responses: { 200: notificationPage },
    errors: [],
  }),
  countUnreadNotices: endpoint('countUnreadNotices', {
    tag: 'Notices',
    summary: 'How many notices are unread',
    description: 'The number alone.',
    access: 'account:read',
    responses: { 200: unreadCountSchema },
    errors: [],
  }),
  readNotices: endpoint('readNotices', {
    tag: 'Notices',
    summary: 'Mark notices as read',
    description:
      'Those that are named, or one and all before it; others that are no longer there or not yours are passed over. Your other devices are told by the live channel.',
    access: 'account:write',
    body: readNotificationsBody,
    responses: { 200: unreadCountSchema },
    errors: [],
  }),
}
