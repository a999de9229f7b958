import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { renewableLease, takeLease } from '../../src/jobs/lease.ts'
import { createTicker, type PeriodicTask } from '../../src/jobs/ticker.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const MINUTE = 60_000
const START = '2026-11-20T12:00:00.000Z'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: START })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(START)
  await server.database.prisma.lease.deleteMany()
})

const task = (more: Partial<PeriodicTask> = {}) => ({
  name: 'a task',
  everyMs: MINUTE,
  runsOn: 'one-process' as const,
  ...more,
  run: vi.fn(more.run ?? (async () => {})),
})
const newTicker = (tasks: PeriodicTask[], more: object = {}) =>
  createTicker({
    tasks,
    db: server.store,
    now: server.clock.now,
    log: pino({ level: 'silent' }),
    ...more,
  })

describe('a lease', () => {
  const take = () => takeLease(server.store, 'reminders', MINUTE, server.clock.now())

  test('is taken by one process per interval', async () => {
    expect((await Promise.all([take(), take(), take()])).sort()).toEqual([false, false, true])
    server.clock.advance(MINUTE - 1)
    expect(await take()).toBe(false)
    server.clock.advance(1)
    expect(await take()).toBe(true)
  })

  test('that is renewed twice at once is not lost', async () => {
    const holds = renewableLease(server.store, 'metrics', MINUTE)
    expect(await holds(server.clock.now())).toBe(true)
    server.clock.advance(1)
    expect(await Promise.all([holds(server.clock.now()), holds(server.clock.now())])).toEqual([true, true])
    server.clock.advance(1)
    expect(await holds(server.clock.now())).toBe(true)
  })

  test('that a process with a clock ahead of time holds does not stop the others', async () => {
    server.clock.advance(60 * MINUTE)
    expect(await take()).toBe(true)
    server.clock.set(START)
    expect(await take()).toBe(true)
    expect(await take()).toBe(false)
  })
})

describe('a periodic task', () => {
  test('runs when its interval has passed on the given clock', async () => {
    const sweep = task()
    const ticker = newTicker([sweep])
    await ticker.tick()
    await ticker.tick()
    expect(sweep.run).toHaveBeenCalledTimes(1)
    server.clock.advance(MINUTE)
    await ticker.tick()
    expect(sweep.run).toHaveBeenCalledTimes(2)
  })

  test('runs in one of several processes, and in another one once that has died', async () => {
    const [here, there] = [task(), task()]
    const [ticker, other] = [newTicker([here]), newTicker([there])]
    await Promise.all([ticker.tick(), other.tick()])
    expect(here.run.mock.calls.length + there.run.mock.calls.length).toBe(1)
    server.clock.advance(MINUTE)
    await other.tick()
    server.clock.advance(MINUTE)
    await other.tick()
    expect(here.run.mock.calls.length + there.run.mock.calls.length).toBe(3)
  })

  test('runs in every process if it asks for that', async () => {
    const heartbeat = task({ runsOn: 'every-process' })
    await Promise.all([newTicker([heartbeat]).tick(), newTicker([heartbeat]).tick()])
    expect(heartbeat.run).toHaveBeenCalledTimes(2)
  })

  test('that fails does not delay others and runs again at its next time', async () => {
    const failing = task({ name: 'failing', run: () => Promise.reject(new Error('not now')) })
    const other = task({ name: 'other' })
    const ticker = newTicker([failing, other])
    await ticker.tick()
    server.clock.advance(MINUTE)
    await ticker.tick()
    expect(failing.run).toHaveBeenCalledTimes(2)
    expect(other.run).toHaveBeenCalledTimes(2)
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    expect(figures).toContain('tegenzet_job_duration_seconds_count{job="failing",outcome="failure"} 2')
    expect(figures).toContain('tegenzet_job_duration_seconds_count{job="other",outcome="success"} 2')
    expect(figures).toContain('tegenzet_job_interval_seconds{job="other"} 60')
  })

  test('is woken once for all events that happen together', async () => {
    const outbox = task({ runsOn: 'every-process' })
    const ticker = newTicker([outbox])
    await ticker.tick()
    for (let n = 0; n < 5; n++) ticker.wake('a task')
    await expect.poll(() => outbox.run.mock.calls.length).toBe(2)
    await ticker.stop()
    expect(outbox.run).toHaveBeenCalledTimes(2)
  })

  test('that is heavy waits for the end of a start, and for the one before it', async () => {
    const order: string[] = []
    let finish = () => {}
    const first = task({
      name: 'first',
      isHeavy: true,
      run: async () => {
        order.push('first begins')
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        order.push('first ends')
      },
    })
    const second = task({ name: 'second', isHeavy: true, run: async () => order.push('second') })
    const light = task({ name: 'light', run: async () => order.push('light') })
    const ticker = newTicker([first, second, light])
    await ticker.tick()
    expect(order).toEqual(['light'])
    server.clock.advance(MINUTE)
    const ticking = ticker.tick()
    await expect.poll(() => order.length).toBe(3)
    finish()
    await ticking
    expect(order.toSorted()).toEqual(['first begins', 'first ends', 'light', 'light', 'second'])
    expect(order.at(-1)).toBe('second')
  })

  test('that a stopping server ends is no failure', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const long = task({ run: (_, signal) => pause(MINUTE, undefined, { signal }) })
    const failing = task({ name: 'failing', run: () => Promise.reject(new Error('not now')) })
    const ticker = newTicker([long, failing], { log })
    ticker.start()
    await expect.poll(() => long.run.mock.calls.length).toBe(1)
    await expect.poll(() => lines.length).toBe(1)
    await ticker.stop()
    expect(lines).toEqual([expect.stringContaining('not now')])
  })

  test('is finished before the ticker stops, and does not run again', async () => {
    let [begun, done] = [false, false]
    const slow = task({
      run: async () => {
        begun = true
        await new Promise((resolve) => setTimeout(resolve, 100))
        done = true
      },
    })
    const ticker = newTicker([slow], { tickMs: 10 })
    ticker.start()
    await expect.poll(() => begun, { interval: 5 }).toBe(true)
    await ticker.stop()
    expect(done).toBe(true)
    server.clock.advance(MINUTE)
    const { at } = await server.database.prisma.lease.findFirstOrThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await server.database.prisma.lease.findFirstOrThrow()).at).toEqual(at)
  })
})
