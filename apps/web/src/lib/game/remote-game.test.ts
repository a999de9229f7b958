import { ApiError, NetworkError } from '@tegenzet/client'
import type { ErrorCode, Game } from '@tegenzet/contract'
import { type Position, replay, ruleSet, trustedMove } from '@tegenzet/rules'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import { RemoteGame } from './remote-game.svelte.ts'

/** A server with one game, as far as a page sees it. */
const ALWAYS = { timezone: 'UTC', daysOff: [], quietHours: null }
const server = vi.hoisted(() => ({
  answer: (_call: string, _input: unknown): unknown => undefined,
  calls: [] as { id: string; input: { body?: unknown } }[],
  tell: (_game: unknown): void => {},
  status: (_status: string): void => {},
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string, input: { body?: unknown }) => {
      server.calls.push({ id, input })
      return server.answer(id, input)
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({
  live: () => ({
    watch: (_id: number, onGame: typeof server.tell) => {
      server.tell = onGame
      return () => {}
    },
    onStatus: (onStatus: typeof server.status) => {
      server.status = onStatus
      return () => {}
    },
  }),
}))

const anna = { id: 1, username: 'anna', kind: 'human' } as const
const bram = { id: 2, username: 'bram', kind: 'human' } as const

/** The game after these moves; its version rises with each. */
function gameAfter(moves: string[], change: Partial<Game> = {}): Game {
  const trusted = moves.map(trustedMove)
  const played = replay(ruleSet('muehle'), trusted)
  if (!played.ok) throw new Error(played.error.message)
  return {
    id: 100001,
    rules: 'muehle',
    rulesRevision: 1,
    status: 'active',
    version: moves.length + 1,
    white: anna,
    black: bram,
    turn: moves.length % 2 === 0 ? 'white' : 'black',
    ply: moves.length,
    moveNumber: Math.floor(moves.length / 2) + 1,
    position: played.value.positions.at(-1) as Position,
    lastMove: trusted.at(-1) ?? null,
    clock: { kind: 'per-move', days: 3 },
    vacation: true,
    schedules: { white: ALWAYS, black: ALWAYS },
    away: { white: null, black: null },
    deadline: '2026-11-23T12:00:00.000Z',
    clocks: { white: { remainingMs: 1 }, black: { remainingMs: 1 }, stoppedBy: [] },
    drawOffer: null,
    openClaim: null,
    outcome: null,
    rated: false,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...change,
  }
}

function serve(moves: string[], playMove: () => unknown = () => undefined): void {
  server.answer = (id) => {
    if (id === 'getGame') return gameAfter(moves)
    if (id === 'listMoves') return { items: moves.map((move) => ({ move })) }
    if (id === 'playMove') return playMove()
    throw new Error(`unexpected ${id}`)
  }
}

const refusal = (code: ErrorCode, status: number) =>
  new ApiError({ type: '', title: '', status, detail: '', code })

async function opened(moves: string[]): Promise<RemoteGame> {
  serve(moves)
  const remote = new RemoteGame(100001)
  await remote.load()
  remote.follow()
  server.calls.length = 0
  return remote
}

beforeEach(() => {
  session.account = { id: 1, username: 'anna' } as NonNullable<typeof session.account>
  for (const { id } of getToasts()) dismissToast(id)
})

describe('a game on the server', () => {
  it('lets only the player to move pick', async () => {
    const mine = await opened(['a7', 'b6'])
    expect(mine.me).toBe('white')
    mine.board?.draft.pick('d7')
    expect(mine.board?.draft.move).toBe('d7')

    const theirs = await opened(['a7'])
    expect(theirs.myTurn).toBe(false)
    theirs.board?.draft.pick('d7')
    expect(theirs.board?.draft.move).toBeNull()
  })

  it('is only looked at by those who do not play in it', async () => {
    session.account = null
    const watched = await opened(['a7', 'b6'])
    expect(watched.me).toBeNull()
    watched.board?.draft.pick('d7')
    expect(watched.board?.draft.move).toBeNull()
  })

  it('shows the other’s move when it is told, once', async () => {
    const remote = await opened(['a7'])
    server.tell(gameAfter(['a7', 'b6']))
    server.tell(gameAfter(['a7', 'b6']))
    expect(remote.board?.moves).toEqual(['a7', 'b6'])
    expect(remote.myTurn).toBe(true)
    expect(server.calls).toEqual([])
  })

  it('takes no older state of the game than it has', async () => {
    const remote = await opened(['a7', 'b6'])
    server.tell(gameAfter(['a7']))
    expect(remote.board?.moves).toEqual(['a7', 'b6'])
    expect(remote.game?.ply).toBe(2)
  })

  it('fetches the moves after a gap', async () => {
    const remote = await opened(['a7'])
    serve(['a7', 'b6', 'g7'])
    server.tell(gameAfter(['a7', 'b6', 'g7']))
    await vi.waitFor(() => expect(remote.board?.moves).toEqual(['a7', 'b6', 'g7']))
    expect(remote.game?.ply).toBe(3)
  })

  it('sends the move with the ply it answers', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6'], () => ({ game: gameAfter(['a7', 'b6', 'd7']) }))
    remote.board?.draft.pick('d7')
    await remote.send()
    expect(server.calls).toEqual([
      { id: 'playMove', input: { params: { id: 100001 }, body: { move: 'd7', ply: 2 } } },
    ])
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
    expect(remote.busy).toBe(false)
  })

  it('plays a move once that is told before its answer comes', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6'], () => {
      server.tell(gameAfter(['a7', 'b6', 'd7']))
      return { game: gameAfter(['a7', 'b6', 'd7']) }
    })
    remote.board?.draft.pick('d7')
    await remote.send()
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
  })

  it('shows the game as it is when the state has moved on, says why, and keeps nothing half sent', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6', 'g7'], () => {
      throw refusal('stale-ply', 409)
    })
    remote.board?.draft.pick('d7')
    await remote.send()
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'g7'])
    expect(remote.board?.draft.selection.path).toEqual([])
    expect(getToasts().map(({ text }) => text)).toEqual([
      'Your move was not sent: A move has been played in the meantime. The board shows the game as it is now.',
    ])
  })

  it('keeps the move on the board where no answer came, to be sent again', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6'], () => {
      throw new NetworkError('gone')
    })
    remote.board?.draft.pick('d7')
    await remote.send()
    expect(remote.board?.draft.move).toBe('d7')
    expect(remote.board?.draft.locked).toBe(false)
    expect(getToasts()).toHaveLength(1)
  })

  it('no longer says that the server was out of reach once the move has been sent', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6'], () => {
      throw new NetworkError('gone')
    })
    remote.board?.draft.pick('d7')
    await remote.send()
    serve(['a7', 'b6'], () => ({ game: gameAfter(['a7', 'b6', 'd7']) }))
    await remote.send()
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
    expect(getToasts()).toEqual([])
  })

  it('asks for nothing but logging in again where the session has ended', async () => {
    const remote = await opened(['a7', 'b6'])
    serve(['a7', 'b6'], () => {
      throw refusal('unauthenticated', 401)
    })
    remote.board?.draft.pick('d7')
    await remote.send()
    expect(remote.expired).toBe(true)
    expect(session.account).toBeNull()
    expect(server.calls.map(({ id }) => id)).toEqual(['playMove'])
    expect(getToasts()).toEqual([])
  })

  it('says that the connection is lost only when it does not come back at once', async () => {
    vi.useFakeTimers()
    const remote = await opened(['a7'])
    server.status('connecting')
    vi.advanceTimersByTime(1000)
    server.status('open')
    vi.advanceTimersByTime(5000)
    expect(remote.lost).toBe(false)
    server.status('connecting')
    vi.advanceTimersByTime(5000)
    expect(remote.lost).toBe(true)
    server.status('open')
    expect(remote.lost).toBe(false)
    vi.useRealTimers()
  })

  it('keeps why it could not be loaded', async () => {
    server.answer = () => {
      throw refusal('not-found', 404)
    }
    const remote = new RemoteGame(100001)
    await remote.load()
    expect(remote.failure).toBeInstanceOf(ApiError)
    expect(remote.game).toBeNull()
  })
})
