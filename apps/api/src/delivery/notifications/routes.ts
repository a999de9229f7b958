import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { countUnread, listNotifications, readNotifications } from './manage-notifications.ts'

export function registerNotifications(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listNotices, async ({ db, caller, query }) =>
    answer(200, await listNotifications(db, caller, query)),
  )
  serve(app, ENDPOINTS.countUnreadNotices, async ({ db, caller }) =>
    answer(200, ok({ unread: await countUnread(db, caller.accountId) })),
  )
  serve(app, ENDPOINTS.readNotices, async ({ db, caller, body }) =>
    answer(200, await readNotifications(deps, db, caller, body)),
  )
}
