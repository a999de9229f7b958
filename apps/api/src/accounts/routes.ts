import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { answer, serve } from '../plugins/serve.ts'
import { getAccount } from './get-account.ts'
import { getUser } from './get-user.ts'

export function registerAccounts(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getAccount, async ({ caller }) =>
    answer(200, await getAccount(deps, caller.accountId)),
  )
  serve(app, ENDPOINTS.getUser, async ({ params }) => answer(200, await getUser(deps, params.username)))
}
