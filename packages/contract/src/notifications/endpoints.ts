import { endpoint } from '../endpoint.ts'
import {
  listNotificationsQuery,
  notificationPage,
  readNotificationsBody,
  unreadCountSchema,
} from './schemas.ts'

export const NOTIFICATION_ENDPOINTS = {
  listNotices: endpoint('listNotices', {
    tag: 'Notifications',
    summary: 'List your notifications',
    description:
      'Newest first, with the number of unread ones. They are kept for 90 days. Your own actions cause no notifications. Bots get notifications only about their webhooks.',
    access: 'account:read',
    guests: true,
    query: listNotificationsQuery,
    responses: { 200: notificationPage },
    errors: [],
  }),
  countUnreadNotices: endpoint('countUnreadNotices', {
    tag: 'Notifications',
    summary: 'Count your unread notifications',
    description: 'Returns only the number.',
    access: 'account:read',
    guests: true,
    responses: { 200: unreadCountSchema },
    errors: [],
  }),
  readNotices: endpoint('readNotices', {
    tag: 'Notifications',
    summary: 'Mark notifications as read',
    description:
      'Marks the notifications in `ids`, or the one in `upTo` and all earlier ones. Unknown IDs are ignored. Your other devices get a `notices-read` event.',
    access: 'account:write',
    guests: true,
    body: readNotificationsBody,
    responses: { 200: unreadCountSchema },
    errors: [],
  }),
}
