import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { blockPlayer, unblockPlayer } from './block-player.ts'
import { addFavourite, listFavourites, removeFavourite } from './favourites.ts'
import { getRelation } from './get-relation.ts'
import { listBlocks } from './list-blocks.ts'

export function registerPeople(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listBlocks, async ({ caller, query }) =>
    answer(200, await listBlocks(deps, caller, query)),
  )
  serve(app, ENDPOINTS.block, async ({ caller, params }) =>
    answer(200, await blockPlayer(deps, caller, params.username)),
  )
  serve(app, ENDPOINTS.unblock, async ({ caller, params }) =>
    answer(204, await unblockPlayer(deps, caller, params.username)),
  )
  serve(app, ENDPOINTS.listFavourites, async ({ caller, query }) =>
    answer(200, await listFavourites(deps, caller, query)),
  )
  serve(app, ENDPOINTS.addFavourite, async ({ caller, params }) =>
    answer(200, await addFavourite(deps, caller, params.username)),
  )
  serve(app, ENDPOINTS.removeFavourite, async ({ caller, params }) =>
    answer(204, await removeFavourite(deps, caller, params.username)),
  )
  serve(app, ENDPOINTS.getRelation, async ({ caller, params }) =>
    answer(200, await getRelation(deps, caller, params.username)),
  )
}
