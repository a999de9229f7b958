import type { Account } from '@tegenzet/contract'
import { ruleSet, startPosition, trustedPosition } from '@tegenzet/rules'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { PositionHelp } from './position-help.svelte.ts'

/** What the fake server answers about a position. */
const server = vi.hoisted(() => ({
  answer: async (): Promise<object> => ({ covered: false, leftOut: false }),
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (operation: string) => {
      const answer = await server.answer()
      return operation === 'probePositions' ? { items: [answer] } : { ...answer, moves: [] }
    },
  },
}))

const isRunning = async () => ({ covered: false, leftOut: true })
const isDown = async () => {
  throw new TypeError('Failed to fetch')
}

const OPENING = startPosition(ruleSet('muehle'))
const ENDING = trustedPosition('bbb/.w./.../bw..../.../w../..w w 0 0 0 30')
async function stateOf(position = OPENING): Promise<PositionHelp['state']> {
  const help = new PositionHelp()
  help.ask('muehle', position)
  await expect.poll(() => help.state).not.toBe('unknown')
  return help.state
}

beforeEach(() => session.clear())
afterEach(() => session.clear())

it('help is refused to players and guests in their running games, and where the server cannot be asked', async () => {
  for (const kind of ['human', 'guest']) {
    session.account = { kind } as Account
    server.answer = async () => ({ covered: false, leftOut: false })
    expect(await stateOf()).toBe('allowed')
    server.answer = isRunning
    expect(await stateOf()).toBe('game-running')
    server.answer = isDown
    expect(await stateOf()).toBe('failed')
  }
})

it('help is not given while it is unknown who reads', async () => {
  session.failure = new TypeError('Failed to fetch')
  server.answer = isRunning
  expect(await stateOf()).toBe('game-running')
  server.answer = isDown
  for (const position of [OPENING, ENDING]) expect(await stateOf(position)).toBe('failed')
  session.failure = null
  session.loaded = false
  expect(await stateOf()).toBe('failed')
})

it('visitors have help without a connection', async () => {
  server.answer = isDown
  for (const position of [OPENING, ENDING]) expect(await stateOf(position)).toBe('allowed')
})

it('a table answers with the value of each move', async () => {
  session.account = { kind: 'human' } as Account
  server.answer = async () => ({ covered: true, leftOut: false })
  const help = new PositionHelp()
  help.ask('muehle', ENDING)
  await expect.poll(() => help.table).toMatchObject({ covered: true, moves: [] })
})
