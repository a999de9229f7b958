import { afterEach, expect, test, vi } from 'vitest'
import { registerSlices, type Steps } from './slices-hook.ts'

type App = Parameters<typeof registerSlices>[0]

let slicesFor!: App['slicesFor']
registerSlices({
  decorate: (_: string, value: App['slicesFor']) => {
    slicesFor = value
  },
  countReads: () => null,
} as unknown as App)

let time = 0
vi.spyOn(performance, 'now').mockImplementation(() => time)
afterEach(() => {
  time = 0
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
  slicesFor(...([{ ip, caller: null }, {}] as unknown as Parameters<App['slicesFor']>))

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
