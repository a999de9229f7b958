import { readFileSync } from 'node:fs'
import { ENDPOINTS } from '@tegenzet/contract'
import { openDatabase, type Prisma } from '@tegenzet/db'
import Fastify from 'fastify'
import type { Deps } from '../src/deps.ts'
import type { Caller } from '../src/http/caller.ts'
import { listChallenges } from '../src/lobby/challenges/list-challenges.ts'
import { gameView } from '../src/play/game/game-view.ts'
import { readGame } from '../src/play/game/read-games.ts'
import { listGames } from '../src/play/reading/list-games.ts'
import { type Db, openStore } from '../src/store/transaction.ts'

// The least that a route can do to answer from the database: Fastify, the server's own pool, and the server's own statement,
// prepared by name. The answers were made before. `pnpm bench reads` compares the server with it.
//
// `bare-reads.ts LOCATION READS_FILE` prints its URL. The location is for `openDatabase`, as JSON.

/** What is read, and the player who asks. */
export interface Read {
  path: string
  token: string | null
  playerId: number
}

interface Recorded {
  statement: { name: string; text: string; values: unknown[] }
  answer: string
}

const [, , location, file] = process.argv
const reads: Read[] = JSON.parse(readFileSync(file!, 'utf8'))
const { prisma, pool, query } = await openDatabase(JSON.parse(location!))
let last: Prisma.Sql | null = null
const recording = openStore(
  {
    prisma,
    query(statement) {
      last = statement
      return query(statement)
    },
  },
  { appended() {}, revoked() {} },
)
const names = new Map<string, string>()
const recorded = new Map<string, Recorded>()
for (const read of reads) {
  const answer = JSON.stringify(await answerTo(recording, read))
  const { text, values } = last!
  const name = names.get(text) ?? `read ${names.size}`
  names.set(text, name)
  recorded.set(`${read.token} ${read.path}`, { statement: { name, text, values }, answer })
}

const app = Fastify()
app.get('/api/v1/*', async ({ url, headers }, reply) => {
  const token = headers.authorization?.slice('Bearer '.length) ?? null
  const { statement, answer } = recorded.get(`${token} ${url}`)!
  await pool.query(statement)
  return reply.type('application/json; charset=utf-8').send(answer)
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

/** The answer that the server gives. */
async function answerTo(db: Db, { path, playerId }: Read): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parameters = Object.fromEntries(searchParams)
  const caller = { playerId, roles: [], scopes: 'all' } as unknown as Caller
  const deps = { config: {}, now: () => new Date() } as Deps
  switch (pathname) {
    case ENDPOINTS.listGames.path:
      return unwrap(await listGames(db, ENDPOINTS.listGames.query.parse(parameters), caller, deps.now()))
    case ENDPOINTS.listChallenges.path:
      return unwrap(await listChallenges(deps, db, ENDPOINTS.listChallenges.query.parse(parameters), caller))
    default:
      return gameView((await readGame(db, Number(pathname.split('/').at(-1))))!, new Date())
  }
}

function unwrap<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
