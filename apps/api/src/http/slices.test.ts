import { afterEach, expect, test, vi } from 'vitest'
import { registerSlices, type Steps } from './slices.ts'

type App = Parameters<typeof registerSlices>[0]

/** Reads that were counted, and those that an answer which is being sent waited for. */
const counted: number[] = []
const paced: number[] = []
const app = {
  decorate(name: string, value: unknown) {
    Object.assign(app, { [name]: value })
  },
  countReads: (_: unknown, __: unknown, more: number) => {
    counted.push(more)
    return null
  },
  paceReads: async (_: unknown, more: number) => void paced.push(more),
} as unknown as App
registerSlices(app)

let time = 0
vi.spyOn(performance, 'now').mockImplementation(() => time)
afterEach(() => {
  time = 0
  counted.length = 0
  paced.length = 0
})

/** Work of some steps that each take some milliseconds and call back. */
function* work(steps: number, stepMs: number, onStep: () => void): Steps<number> & Iterable<boolean> {
  for (let step = 0; step < steps; step++) {
    time += stepMs
    onStep()
    yield false
  }
  return steps
}
const ownedBy = (ip: string) =>
  app.slicesFor(...([{ ip, caller: null }, {}] as unknown as Parameters<App['slicesFor']>))

/** Work of steps that take no time and play so many moves each. */
function* moves(steps: number, each: number): Steps<string> & Iterable<number> {
  for (let step = 0; step < steps; step++) yield each
  return 'done'
}

/** Counts steps in each turn of the event loop until `stop`. */
function countTurns() {
  const turns: number[] = []
  let steps = 0
  let isCounting = true
  const countTurn = () => {
    turns.push(steps)
    steps = 0
    if (isCounting) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  return {
    onStep: () => steps++,
    stop: () => {
      isCounting = false
      return Math.max(...turns, steps)
    },
  }
}

test.each([
  [1, 5],
  [2, 3],
  [4, 2],
  [19, 1],
])('a slice of steps that take %i ms has %i of them: it ends after 5 ms', async (stepMs, perSlice) => {
  const { onStep, stop } = countTurns()
  await ownedBy('192.0.2.1')(work(12, stepMs, onStep))
  expect(stop()).toBe(perSlice)
})

test('a turn of the event loop has one slice, also when work follows on work', async () => {
  const { onStep, stop } = countTurns()
  for (let n = 0; n < 8; n++) await ownedBy('192.0.2.1')(work(3, 5, onStep))
  await Promise.all([1, 2, 3].map((n) => ownedBy(`192.0.2.${n}`)(work(3, 5, onStep))))
  expect(stop()).toBe(1)
})

test('owners take turns after each slice, and wait for no more than their own work', async () => {
  const order: string[] = []
  const run = (ip: string, name: string, steps: number) => ownedBy(ip)(work(steps, 5, () => order.push(name)))
  await Promise.all([
    run('192.0.2.1', 'large', 6),
    run('192.0.2.1', 'second', 2),
    run('192.0.2.2', 'other', 2),
  ])
  expect(order.slice(0, 4)).toEqual(['large', 'other', 'large', 'other'])
})

test('an owner can have five pieces of work waiting', async () => {
  const inSlices = ownedBy('192.0.2.3')
  const all = Array.from({ length: 6 }, () => inSlices(work(1, 5, () => {})))
  const answers = await Promise.all(all)
  expect(answers.at(-1)).toMatchObject({ ok: false, error: { code: 'rate-limited' } })
  expect(answers.slice(0, 5)).toEqual(Array(5).fill({ ok: true, value: 1 }))
})

test('what a request is counted for is done at once, also when other work waits; all else counts as more reads', async () => {
  const inSlices = ownedBy('192.0.2.4')
  const waiting = Array.from({ length: 5 }, () => inSlices(work(1, 5, () => {})))
  expect(await inSlices(moves(99, 1), 100)).toEqual({ ok: true, value: 'done' })
  expect(await inSlices(moves(101, 1), 100)).toMatchObject({ ok: false, error: { code: 'rate-limited' } })
  await Promise.all(waiting)
  counted.length = 0
  expect(await inSlices(moves(250, 1), 100)).toEqual({ ok: true, value: 'done' })
  expect(counted).toEqual([2])
})

test('an answer that is being sent is never refused, and counts its moves until they make a read', async () => {
  const inSlices = app.pacedSlicesFor({ ip: '192.0.2.5', caller: null } as never)
  const all = await Promise.all(Array.from({ length: 7 }, () => inSlices(moves(3, 20))))
  expect(all).toEqual(Array(7).fill('done'))
  expect(paced.reduce((sum, reads) => sum + reads)).toBe(4)
})
