import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import type { ChannelCallDeps } from './call-channel.ts'
import { clubChannelView, viewed } from './channel-view.ts'
import { createClubChannel, findChannelClub } from './club-channels.ts'
import { deleteChannel, listChannels, updateChannel } from './manage-channels.ts'
import { testChannel } from './test-channel.ts'

/** The channels of clubs, for their owners and organisers. */
export function registerClubChannels(app: FastifyInstance, deps: Deps & ChannelCallDeps): void {
  serve(app, ENDPOINTS.createClubChannel, async ({ db, caller, params: { slug }, body }) =>
    answer(201, viewed(await createClubChannel(deps, db, caller, slug, body), clubChannelView)),
  )
  serve(app, ENDPOINTS.listClubChannels, async ({ db, caller, params: { slug } }) => {
    const club = await findChannelClub(db, slug, caller)
    if (!club.ok) return club
    const rows = await listChannels(db, club.value)
    return ok({ status: 200 as const, body: { items: rows.map(clubChannelView) } })
  })
  serve(app, ENDPOINTS.updateClubChannel, async ({ db, caller, params: { slug, id }, body }) => {
    const club = await findChannelClub(db, slug, caller)
    if (!club.ok) return club
    const changed = await updateChannel(deps, db, caller, { owner: club.value, id }, body)
    return answer(200, viewed(changed, clubChannelView))
  })
  serve(app, ENDPOINTS.deleteClubChannel, async ({ db, caller, params: { slug, id } }) => {
    const club = await findChannelClub(db, slug, caller)
    return club.ok ? answer(204, await deleteChannel(db, { owner: club.value, id })) : club
  })
  serve(app, ENDPOINTS.testClubChannel, async ({ db, caller, params: { slug, id } }) => {
    const club = await findChannelClub(db, slug, caller)
    return club.ok ? answer(200, await testChannel(deps, db, { owner: club.value, id })) : club
  })
}
