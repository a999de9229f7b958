import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { answer, serve } from '../../http/serve.ts'
import type { ChannelOwner } from '../news/channel-queue.ts'
import type { ChannelCallDeps } from './call-channel.ts'
import { channelView } from './channel-view.ts'
import { createOwnChannel, deleteChannel, listChannels, updateChannel } from './manage-channels.ts'
import { testChannel } from './test-channel.ts'

const own = ({ accountId }: Caller): ChannelOwner => ({ accountId })

export function registerChannels(app: FastifyInstance, deps: Deps & ChannelCallDeps): void {
  serve(app, ENDPOINTS.createChannel, async ({ db, caller, body }) => {
    const made = await createOwnChannel(deps, db, caller, body)
    return made.ok ? ok({ status: 201 as const, body: { channel: channelView(made.value) } }) : made
  })
  serve(app, ENDPOINTS.listChannels, async ({ db, caller }) =>
    ok({ status: 200 as const, body: { items: (await listChannels(db, own(caller))).map(channelView) } }),
  )
  serve(app, ENDPOINTS.updateChannel, async ({ db, caller, params: { id }, body }) => {
    const changed = await updateChannel(deps, db, caller, { owner: own(caller), id }, body)
    return changed.ok ? ok({ status: 200 as const, body: { channel: channelView(changed.value) } }) : changed
  })
  serve(app, ENDPOINTS.deleteChannel, async ({ db, caller, params: { id } }) =>
    answer(204, await deleteChannel(db, { owner: own(caller), id })),
  )
  serve(app, ENDPOINTS.testChannel, async ({ db, caller, params: { id } }) =>
    answer(200, await testChannel(deps, db, { owner: own(caller), id })),
  )
}
