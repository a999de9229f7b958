import { MAX_READ_GAMES } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase, PLANS } from './counted-rows.ts'
import { pairsOf, queriesOf, READS, type SampledCalls, sampleCalls } from './sampled-calls.ts'

/** What a call may read: a page of ten with all that is shown of it. `STANDING` rows of everything stand. */
const AT_MOST = 1000
/** What some calls may read more. */
const MORE: Record<string, number> = {
  // openings and activity are read from the latest games
  getStatistics: 2 * MAX_READ_GAMES,
}

let server: TestServer
let database: CountingDatabase
let calls: SampledCalls

beforeAll(async () => {
  server = await startServer({ jobs: 'queue' })
  calls = await sampleCalls(server)
  database = await openCountingDatabase(server)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.close()
})

it.each(READS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s reads no more the more stands',
  { timeout: 300_000 },
  async (operationId, endpoint) => {
    const request = await calls.requestOf(operationId)
    const most = AT_MOST + (MORE[operationId] ?? 0)
    const queries = queriesOf(endpoint)
    const accepted: string[] = []
    for (const query of queries) {
      // what earlier calls left to write does not count
      await server.app.writeLastUses()
      let status = 0
      for (const plans of PLANS) {
        await database.plan(plans)
        const { read } = await database.count(async () => {
          status = await calls.call(endpoint, { ...request, query: { ...request.query, ...query } })
        })
        expect.soft(read, `${JSON.stringify(query)} with ${plans} plans`).toBeLessThanOrEqual(most)
      }
      if (status < 400) accepted.push(...pairsOf(query))
    }
    // some filters do not go together, but each goes with something
    expect(queries.flatMap(pairsOf).filter((pair) => !accepted.includes(pair))).toEqual([])
    expect(accepted).not.toEqual([])
  },
)
