import { ok, type Result } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { lastEventId } from '../../http/line-streams.ts'
import { ownerOf } from '../../http/rate-limits.ts'
import { type Call, serve } from '../../http/serve.ts'
import { newestId } from '../../outbox/read-events.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { readGame } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { eventLines } from './event-stream.ts'
import { gameLines } from './game-stream.ts'
import type { Listener } from './hub.ts'
import type { LiveChannel } from './live.ts'

/** Open sockets and streams per process of one account, or of all visitors and guests at one address. */
export const MAX_OPEN = 100
export const tooManyOpen = `Up to ${MAX_OPEN} sockets and streams may be open at once.`
/** How long a socket has to answer a close frame. */
export const CLOSE_TIMEOUT_MS = 1000

/** The streams over HTTP: the events of a player, and those of a game. */
export function registerStreams(app: FastifyInstance, { now }: Deps, { hub, tail }: LiveChannel): void {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })

  serve(app, ENDPOINTS.followEvents, async ({ db, query, caller, request, reply }) => {
    const opened = openStream({ caller, request, reply })
    if (!opened.ok) return opened
    const received = lastEventId(request)
    const since = received ?? query.since
    return ok({
      status: 200,
      ...(received !== undefined && { newest: await newestId(db) }),
      lines: eventLines({ ...opened.value, ...query, since, db, tail, caller, now }),
    })
  })

  serve(app, ENDPOINTS.followGame, async ({ db, params, query, caller, request, reply }) => {
    const game = await readGame(db, params.id)
    if (!game) return gameNotFound(params.id)
    const opened = openStream({ caller, request, reply })
    if (!opened.ok) return opened
    return ok({
      status: 200,
      newest: game.version,
      lines: gameLines({ ...opened.value, ...query, db, tail, game: params.id, now }),
    })
  })

  /** Counts the stream among those of its owner, and ends it with its credential, its connection or the server. */
  function openStream({
    caller,
    request,
    reply,
  }: Pick<Call<typeof ENDPOINTS.followGame>, 'caller' | 'request' | 'reply'>): Result<
    { signal: AbortSignal; onLag: () => void },
    Refusal
  > {
    const owner = ownerOf(request)
    if (hub.count(owner) >= MAX_OPEN) return refuse('rate-limited', tooManyOpen, { retryAfter: 60 })
    const ending = new AbortController()
    const { signal } = ending
    const end = () => {
      ending.abort()
      // a client that has stopped reading would never reach the end
      setTimeout(() => reply.raw.destroy(), CLOSE_TIMEOUT_MS).unref()
    }
    const onLag = () => {
      request.log.info({ owner }, 'ended a stream whose client reads too slowly')
      end()
    }
    const listener: Listener = {
      owner,
      credential: caller?.credential ?? null,
      end,
      // it reads the outbox by itself
      playerId: null,
      mayReceive: () => false,
      send: () => {},
    }
    hub.join(listener)
    open.add(end)
    reply.raw.once('close', () => {
      ending.abort()
      open.delete(end)
      hub.leave(listener)
    })
    return ok({ signal, onLag })
  }
}
