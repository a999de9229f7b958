import { normalizeIP } from '@fastify/rate-limit'
import { ok, type Result } from '@tegenzet/common'
import { ENDPOINTS, type Endpoint, type exportQuery } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { Json } from '../../http/json-answer.ts'
import { type Call, serve } from '../../http/serve.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { type GameRecordRow, recordText, recordView, withPositions } from '../game/game-record.ts'
import { pgnRecord } from '../game/pgn-record.ts'
import { gamesOf, type Ids, knownGames, recordsOf } from './export-games.ts'

/** `Retry-After` of an export that is refused because another one is running. */
const RETRY_AFTER_SECONDS = 10

export function registerExports(app: FastifyInstance, { config: { publicUrl } }: Deps): void {
  const begin = oneAtATime()

  serve(
    app,
    ENDPOINTS.exportGames,
    async ({ db, query, body: { ids }, caller, arrivedAt, request, reply }) => {
      const started = begin(caller, reply)
      if (!started.ok) return started
      const games = await knownGames(db, ids)
      return games.ok ? ok(records(db, games.value, 'games', query, { arrivedAt, request, reply })) : games
    },
  )

  serve(
    app,
    ENDPOINTS.exportUserGames,
    async ({ db, params: { username }, query, caller, arrivedAt, request, reply }) => {
      const started = begin(caller, reply)
      if (!started.ok) return started
      const games = await gamesOf(db, username, query)
      return games.ok ? ok(records(db, games.value, username, query, { arrivedAt, request, reply })) : games
    },
  )

  function records(
    db: Db,
    ids: Ids,
    name: string,
    { format, times }: z.output<typeof exportQuery>,
    { arrivedAt, request, reply }: Pick<Call<Endpoint>, 'arrivedAt' | 'request' | 'reply'>,
  ) {
    reply.header('content-disposition', `attachment; filename="tegenzet-${name}.${ENDINGS[format]}"`)
    const inSlices = app.pacedSlicesFor(request)
    /** Each record's text takes work for all its moves. */
    const written = <T>(write: (record: GameRecordRow) => Generator<number, T>) =>
      mapped(recordsOf(db, ids), (record) => inSlices(write(record)))
    switch (format) {
      case 'json':
        return {
          status: 200 as const,
          lines: written(function* (record) {
            // a schema takes 20 ms for 2,000 plies
            return new Json(JSON.stringify(recordView(yield* withPositions(record), arrivedAt)))
          }),
        }
      case 'text':
        return {
          status: 200 as const,
          text: separated(
            written(function* (record) {
              yield record.moves.length
              return recordText(record, times)
            }),
          ),
        }
      case 'pgn':
        return {
          status: 200 as const,
          // an empty line follows each of them
          text: written(function* (record) {
            yield record.moves.length
            return pgnRecord(record, times, publicUrl)
          }),
        }
    }
  }
}

const ENDINGS = { text: 'txt', pgn: 'pgn', json: 'ndjson' } as const

/** Allows one export at a time per account, or per IP address without a login, until its response has ended. */
function oneAtATime(): (caller: Caller | null, reply: FastifyReply) => Result<undefined, Refusal> {
  const running = new Map<string, FastifyReply['raw']>()
  return (caller, { raw, request }) => {
    const owner = caller ? `account ${caller.accountId}` : normalizeIP(request.ip)
    const other = running.get(owner)
    // the same export begins again if a replica failed
    if (other && other !== raw)
      return refuse('rate-limited', 'You have another export running. Only one may run at a time.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    // a connection that is closed already emits no `close`
    if (!raw.destroyed) {
      running.set(owner, raw)
      raw.once('close', () => running.delete(owner))
    }
    return ok(undefined)
  }
}

async function* mapped<T, U>(
  items: AsyncIterable<T>,
  view: (item: T) => Promise<U>,
): AsyncGenerator<U, void> {
  for await (const item of items) yield await view(item)
}

/** Texts with an empty line between them. */
async function* separated(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let first = true
  for await (const text of texts) {
    yield first ? text : `\n${text}`
    first = false
  }
}
