import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { answer, serve } from '../../http/serve.ts'
import type { ChannelOwner } from '../news/channel-queue.ts'
import type { ChannelCallDeps } from './call-channel.ts'
import { channelView, viewed } from './channel-view.ts'
import { createOwnChannel, deleteChannel, listChannels, updateChannel } from './manage-channels.ts'
import { testChannel } from './test-channel.ts'

const own = ({ accountId }: Caller): ChannelOwner => ({ accountId })

export function registerChannels(app: FastifyInstance, deps: Deps & ChannelCallDeps): void {
  serve(app, ENDPOINTS.createChannel, async ({ db, caller, body }) =>
    answer(201, viewed(await createOwnChannel(deps, db, caller, body), channelView)),
  )
  serve(app, ENDPOINTS.listChannels, async ({ db, caller }) =>
    ok({ status: 200 as const, body: { items: (await listChannels(db, own(caller))).map(channelView) } }),
  )
  serve(app, ENDPOINTS.updateChannel, async ({ db, caller, params: { id }, body }) =>
    answer(200, viewed(await updateChannel(deps, db, caller, { owner: own(caller), id }, body), channelView)),
  )
  serve(app, ENDPOINTS.deleteChannel, async ({ db, caller, params: { id } }) =>
    answer(204, await deleteChannel(db, { owner: own(caller), id })),
  )
  serve(app, ENDPOINTS.testChannel, async ({ db, caller, params: { id } }) =>
    answer(200, await testChannel(deps, db, { owner: own(caller), id })),
  )
}
