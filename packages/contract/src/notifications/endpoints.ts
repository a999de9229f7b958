import { endpointsOf } from '../endpoint.ts'
import {
  listNotificationsQuery,
  notificationPage,
  readNotificationsBody,
  unreadCountSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Notifications', guests: true })

export const NOTIFICATION_ENDPOINTS = {
  listNotices: endpoint('listNotices', {
    summary: 'List your notifications',
    description:
      'Newest first, with the number of unread ones. They are kept for 90 days. Your own actions cause no notifications. Bots get notifications only about their webhooks.',
    access: 'account:read',
    query: listNotificationsQuery,
    responses: { 200: notificationPage },
  }),
  countUnreadNotices: endpoint('countUnreadNotices', {
    summary: 'Count your unread notifications',
    description: 'Returns only the number.',
    access: 'account:read',
    responses: { 200: unreadCountSchema },
  }),
  readNotices: endpoint('readNotices', {
    summary: 'Mark notifications as read',
    description:
      'Marks the notifications in `ids`, or the one in `upTo` and all earlier ones. Unknown IDs are ignored. Your other devices get a `notices-read` event.',
    access: 'account:write',
    body: readNotificationsBody,
    responses: { 200: unreadCountSchema },
  }),
}
