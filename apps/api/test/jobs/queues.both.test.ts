import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../src/jobs/enqueue.ts'
import { openQueues, type Queue, type QueueDefinition } from '../../src/jobs/queues.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import { type Db, openStore } from '../../src/store/transaction.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const ERRANDS: QueueDefinition<{ errand: number }> = { name: 'errands' }
let server: TestServer
let store: Db
let queue: Queue<{ errand: number }>
beforeAll(async () => {
  server = await startServer()
  const queues = openQueues(server.database, server.deps.log)
  store = openStore(server.database, commitListeners(), queues)
  await queues.start()
  queue = await queues.open(ERRANDS, 60)
  return () => queues.stop()
})
afterAll(() => server.close())

const take = async () => (await queue.take(store, { count: 1, priority: 'any' }))[0]

test('a worker whose job has expired and was retried by another one cannot put it off', async () => {
  await enqueue(store, ERRANDS, [{ data: { errand: 1 }, order: 1 }])
  const expired = (await take())!
  await server.database.pool.query(`UPDATE pgboss.job SET state = 'retry' WHERE id = $1`, [expired.id])
  const again = (await take())!
  expect(again).toMatchObject({ id: expired.id, retryCount: expired.retryCount + 1 })
  await queue.retry(store, again, { data: { errand: 2 } })
  await queue.retry(store, expired, { data: { errand: 3 }, afterMs: 3_600_000 })
  expect(await take()).toMatchObject({ id: expired.id, data: { errand: 2 } })
})
