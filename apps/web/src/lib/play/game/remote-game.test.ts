import { ApiError } from '@tegenzet/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { gameAfter } from './game-fixture.ts'
import { RemoteGame } from './remote-game.svelte.ts'

/** A fake server with one game. */
const server = vi.hoisted(() => ({
  moves: [] as string[],
  missing: false,
  calls: [] as string[],
  game: (_moves: string[]): unknown => null,
  onGame: (_game: unknown): void => {},
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string) => {
      server.calls.push(id)
      if (server.missing)
        throw new ApiError({ type: '', title: '', status: 404, detail: '', code: 'not-found' })
      return id === 'getGame' ? server.game(server.moves) : { items: server.moves.map((move) => ({ move })) }
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({
  live: () => ({
    watch: (_id: number, onGame: typeof server.onGame) => {
      server.onGame = onGame
      return () => {}
    },
  }),
}))
server.game = gameAfter

async function open(moves: string[]): Promise<RemoteGame> {
  server.moves = moves
  const remote = new RemoteGame(100001)
  await remote.load()
  remote.follow()
  server.calls = []
  return remote
}

const logIn = (player: { id: number; username: string }) => {
  session.account = player as NonNullable<typeof session.account>
}

beforeEach(() => {
  server.missing = false
  logIn({ id: 1, username: 'anna' })
})

describe('a game on the server', () => {
  it('lets only the player to move pick', async () => {
    const mine = await open(['a7', 'b6'])
    expect(mine.me).toBe('white')
    mine.board?.draft.pick('d7')
    expect(mine.board?.draft.move).toBe('d7')

    const theirs = await open(['a7'])
    expect(theirs.myTurn).toBe(false)
    theirs.board?.draft.pick('d7')
    expect(theirs.board?.draft.move).toBeNull()
  })

  it('lets spectators pick nothing', async () => {
    session.account = null
    const watched = await open(['a7', 'b6'])
    expect(watched.me).toBeNull()
    watched.board?.draft.pick('d7')
    expect(watched.board?.draft.move).toBeNull()
  })

  it('has the player’s own side at the bottom, until they flip the board', async () => {
    const white = await open(['a7'])
    expect(white.board?.orientation.bottom).toBe('white')
    logIn({ id: 2, username: 'bram' })
    const black = await open(['a7'])
    expect(black.board?.orientation.bottom).toBe('black')
    if (black.board) black.board.orientation.flipped = false
    await black.load()
    expect(black.board?.orientation.bottom).toBe('white')
  })

  it('plays the opponent’s move once, however often it hears of it', async () => {
    const remote = await open(['a7'])
    server.onGame(gameAfter(['a7', 'b6']))
    server.onGame(gameAfter(['a7', 'b6']))
    expect(remote.board?.moves).toEqual(['a7', 'b6'])
    expect(remote.myTurn).toBe(true)
    expect(server.calls).toEqual([])
  })

  it('ignores an older version', async () => {
    const remote = await open(['a7', 'b6'])
    server.onGame(gameAfter(['a7']))
    expect(remote.board?.moves).toEqual(['a7', 'b6'])
    expect(remote.game?.ply).toBe(2)
  })

  it('loads the moves after a gap', async () => {
    const remote = await open(['a7'])
    server.moves = ['a7', 'b6', 'g7']
    server.onGame(gameAfter(['a7', 'b6', 'g7']))
    await expect.poll(() => remote.board?.moves).toEqual(['a7', 'b6', 'g7'])
    expect(remote.game?.ply).toBe(3)
  })

  it('asks the server at the deadline, and lets nobody move when time is up', async () => {
    vi.useFakeTimers()
    const remote = await open(['a7', 'b6'])
    const running = remote.game!
    const deadline = new Date(Date.now() + 60_000).toISOString()
    remote.game = { ...running, deadline }
    const end = remote.followDeadline()
    vi.advanceTimersByTime(60_000)
    expect(server.calls).toEqual([])
    vi.spyOn(server, 'game').mockImplementation(() => ({ ...running, deadline, overdue: true }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.calls).toContain('getGame')
    expect(remote.game?.overdue).toBe(true)
    expect(remote.myTurn).toBe(false)
    expect(remote.followDeadline()).toBeUndefined()
    end?.()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('asks when the win on time can be claimed, where it must be', async () => {
    vi.useFakeTimers()
    const remote = await open(['a7', 'b6'])
    const deadline = new Date(Date.now() + 60_000).toISOString()
    remote.game = { ...remote.game!, deadline, timeouts: 'claimed' }
    const end = remote.followDeadline()
    await vi.advanceTimersByTimeAsync(65_000)
    expect(server.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.calls).toContain('getGame')
    end?.()
    vi.useRealTimers()
  })

  it('asks again, but not at once, if this device is ahead of the server', async () => {
    vi.useFakeTimers()
    const remote = await open(['a7', 'b6'])
    remote.game = { ...remote.game!, deadline: new Date(Date.now() - 1000).toISOString() }
    const end = remote.followDeadline()
    vi.advanceTimersByTime(9000)
    expect(server.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.calls).toContain('getGame')
    expect(remote.myTurn).toBe(true)
    end?.()
    vi.useRealTimers()
  })

  it('keeps the error if it cannot be loaded', async () => {
    server.missing = true
    const remote = new RemoteGame(100001)
    await remote.load()
    expect(remote.loadError).toBeInstanceOf(ApiError)
    expect(remote.game).toBeNull()
  })
})
