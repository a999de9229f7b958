import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { countUnread, listNotices, readNotices } from './notifications.ts'

export function registerNotices(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listNotices, async ({ caller, query }) =>
    answer(200, await listNotices(deps, caller, query)),
  )
  serve(app, ENDPOINTS.countUnreadNotices, async ({ caller }) =>
    answer(200, ok({ unread: await countUnread(deps, caller.accountId) })),
  )
  serve(app, ENDPOINTS.readNotices, async ({ caller, body }) =>
    answer(200, await readNotices(deps, caller, body)),
  )
}
