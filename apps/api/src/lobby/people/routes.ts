import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { addFavourite, removeFavourite } from './add-favourite.ts'
import { blockPlayer, unblockPlayer } from './block-player.ts'
import { getRelation } from './get-relation.ts'
import { getStatistics } from './get-statistics.ts'
import { getUser } from './get-user.ts'
import { habitsInMemory } from './habits-in-memory.ts'
import { listBlocks } from './list-blocks.ts'
import { listFavourites } from './list-favourites.ts'
import { searchPlayers } from './search-players.ts'

export function registerPeople(app: FastifyInstance, deps: Deps): void {
  const readHabits = habitsInMemory()
  serve(app, ENDPOINTS.getUser, async ({ db, params }) =>
    answer(200, await getUser(deps, db, params.username)),
  )
  serve(app, ENDPOINTS.searchPlayers, async ({ db, query }) =>
    answer(200, await searchPlayers(deps, db, query)),
  )
  serve(app, ENDPOINTS.getStatistics, async ({ db, params }) =>
    answer(200, await getStatistics({ ...deps, readHabits }, db, params.username)),
  )
  serve(app, ENDPOINTS.listBlocks, async ({ db, caller, query }) =>
    answer(200, await listBlocks(db, caller, query)),
  )
  serve(app, ENDPOINTS.block, async ({ db, caller, params }) =>
    answer(200, await blockPlayer(deps, db, caller, params.username)),
  )
  serve(app, ENDPOINTS.unblock, async ({ db, caller, params }) =>
    answer(204, await unblockPlayer(db, caller, params.username)),
  )
  serve(app, ENDPOINTS.listFavourites, async ({ db, caller, query }) =>
    answer(200, await listFavourites(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.addFavourite, async ({ db, caller, params }) =>
    answer(200, await addFavourite(deps, db, caller, params.username)),
  )
  serve(app, ENDPOINTS.removeFavourite, async ({ db, caller, params }) =>
    answer(204, await removeFavourite(db, caller, params.username)),
  )
  serve(app, ENDPOINTS.getRelation, async ({ db, caller, params }) =>
    answer(200, await getRelation(db, caller, params.username)),
  )
}
