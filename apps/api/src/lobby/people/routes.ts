import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { addFavourite, removeFavourite } from './add-favourite.ts'
import { blockPlayer, unblockPlayer } from './block-player.ts'
import { getRelation } from './get-relation.ts'
import { getStatistics } from './get-statistics.ts'
import { getUser } from './get-user.ts'
import { listBlocks } from './list-blocks.ts'
import { listFavourites } from './list-favourites.ts'
import { searchPlayers } from './search-players.ts'

export function registerPeople(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getUser, async ({ tx, params }) =>
    answer(200, await getUser(deps, tx, params.username)),
  )
  serve(app, ENDPOINTS.searchPlayers, async ({ tx, query }) =>
    answer(200, await searchPlayers(deps, tx, query)),
  )
  serve(app, ENDPOINTS.getStatistics, async ({ tx, params }) =>
    answer(200, await getStatistics(deps, tx, params.username)),
  )
  serve(app, ENDPOINTS.listBlocks, async ({ tx, caller, query }) =>
    answer(200, await listBlocks(tx, caller, query)),
  )
  serve(app, ENDPOINTS.block, async ({ tx, caller, params }) =>
    answer(200, await blockPlayer(deps, tx, caller, params.username)),
  )
  serve(app, ENDPOINTS.unblock, async ({ tx, caller, params }) =>
    answer(204, await unblockPlayer(tx, caller, params.username)),
  )
  serve(app, ENDPOINTS.listFavourites, async ({ tx, caller, query }) =>
    answer(200, await listFavourites(deps, tx, caller, query)),
  )
  serve(app, ENDPOINTS.addFavourite, async ({ tx, caller, params }) =>
    answer(200, await addFavourite(deps, tx, caller, params.username)),
  )
  serve(app, ENDPOINTS.removeFavourite, async ({ tx, caller, params }) =>
    answer(204, await removeFavourite(tx, caller, params.username)),
  )
  serve(app, ENDPOINTS.getRelation, async ({ tx, caller, params }) =>
    answer(200, await getRelation(tx, caller, params.username)),
  )
}
