import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import type { ChannelCallDeps } from './call-channel.ts'
import { createChannel, deleteChannel, listChannels, updateChannel } from './manage-channels.ts'
import { testChannel } from './test-channel.ts'

export function registerChannels(app: FastifyInstance, deps: Deps & ChannelCallDeps): void {
  serve(app, ENDPOINTS.createChannel, async ({ db, caller, body }) =>
    answer(201, await createChannel(deps, db, caller, body)),
  )
  serve(app, ENDPOINTS.listChannels, async ({ db, caller }) => answer(200, await listChannels(db, caller)))
  serve(app, ENDPOINTS.updateChannel, async ({ db, caller, params, body }) =>
    answer(200, await updateChannel(deps, db, caller, params.id, body)),
  )
  serve(app, ENDPOINTS.deleteChannel, async ({ db, caller, params }) =>
    answer(204, await deleteChannel(db, caller, params.id)),
  )
  serve(app, ENDPOINTS.testChannel, async ({ db, caller, params }) =>
    answer(200, await testChannel(deps, db, caller, params.id)),
  )
}
