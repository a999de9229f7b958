import { ApiError, NetworkError } from '@tegenzet/client'
import type { ErrorCode } from '@tegenzet/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import { GameCommands } from './game-commands.svelte.ts'
import { gameAfter } from './game-fixture.ts'
import { RemoteGame } from './remote-game.svelte.ts'
import { unsentMoves } from './unsent-moves.svelte.ts'

/** A fake server with one game. */
const server = vi.hoisted(() => ({
  moves: [] as string[],
  playMove: (): unknown => null,
  account: null as { id: number; username: string } | null,
  calls: [] as { id: string; input: unknown }[],
  game: (_moves: string[]): unknown => null,
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string, input: unknown) => {
      server.calls.push({ id, input })
      if (id === 'getGame') return server.game(server.moves)
      if (id === 'listMoves') return { items: server.moves.map((move) => ({ move })) }
      if (id === 'playMove') return server.playMove()
      if (id === 'getSession') return { account: server.account }
      throw new Error(`unexpected ${id}`)
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))
server.game = gameAfter

const refusal = (code: ErrorCode, status: number) =>
  new ApiError({ type: '', title: '', status, detail: '', code })
const failWith = (error: Error) => () => {
  throw error
}
const toasts = () => getToasts().map(({ text }) => text)

const ANNA = { id: 1, username: 'anna' } as NonNullable<typeof session.account>

let remote: RemoteGame
let commands: GameCommands
const onSessionEnd = vi.fn()

/** Anna, who is to move, has picked d7. */
beforeEach(async () => {
  session.account = ANNA
  server.account = null
  for (const { id } of getToasts()) dismissToast(id)
  server.moves = ['a7', 'b6']
  server.playMove = () => ({ game: gameAfter(['a7', 'b6', 'd7']) })
  remote = new RemoteGame(100001, onSessionEnd)
  commands = new GameCommands(remote)
  await remote.load()
  remote.board?.draft.pick('d7')
  server.calls = []
})

describe('sending a move', () => {
  it('sends the ply with it', async () => {
    expect(await commands.sendMove('')).toBe(true)
    expect(server.calls).toEqual([
      { id: 'playMove', input: { params: { id: 100001 }, body: { move: 'd7', ply: 2 } } },
    ])
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
    expect(commands.busy).toBe(false)
  })

  it('plays the move once, even if its event comes before the answer', async () => {
    server.playMove = () => {
      const game = gameAfter(['a7', 'b6', 'd7'])
      remote.update(game)
      return { game }
    }
    await commands.sendMove('')
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
  })

  it('shows the game as it is now and says why, if the game has moved on', async () => {
    server.moves = ['a7', 'b6', 'g7']
    server.playMove = failWith(refusal('stale-ply', 409))
    expect(await commands.sendMove('')).toBe(false)
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'g7'])
    expect(remote.board?.draft.selection.path).toEqual([])
    expect(toasts()).toEqual([
      'Your move was not sent: A move has been played in the meantime. The board shows the game as it is now.',
    ])
  })

  it('keeps the move on this device if no answer comes, and sends it once', async () => {
    server.playMove = failWith(new NetworkError('gone'))
    await commands.sendMove('Hello')
    expect(remote.board?.draft).toMatchObject({ move: 'd7', locked: true })
    expect(unsentMoves.of(100001)).toMatchObject({ move: 'd7', ply: 2, message: 'Hello' })
    await unsentMoves.send()
    expect(unsentMoves.count).toBe(1)
    server.playMove = () => ({ game: gameAfter(['a7', 'b6', 'd7']) })
    await unsentMoves.send()
    await unsentMoves.send()
    const body = { move: 'd7', ply: 2, message: 'Hello' }
    expect(server.calls).toEqual(Array(3).fill({ id: 'playMove', input: { params: { id: 100001 }, body } }))
    expect(toasts()).toEqual([expect.stringContaining('d7')])
  })

  it('says so when a kept move comes too late', async () => {
    server.playMove = failWith(new NetworkError('gone'))
    await commands.sendMove('')
    server.playMove = failWith(refusal('stale-ply', 409))
    await unsentMoves.send()
    expect(unsentMoves.count).toBe(0)
    expect(toasts()).toEqual([expect.stringMatching(/d7 against .* was not played: A move has been played/)])
  })

  it('asks to log in again if the session has ended while a move waited, and keeps the move', async () => {
    server.playMove = failWith(new NetworkError('gone'))
    await commands.sendMove('')
    server.playMove = failWith(refusal('unauthenticated', 401))
    await unsentMoves.send()
    expect(session.account).toBeNull()
    const end = unsentMoves.askToLogIn()
    expect(getToasts()).toMatchObject([
      {
        text: 'One of your moves has not been sent yet. Log in to send it.',
        variant: 'warning',
        href: '/login?next=%2Fgames%2F100001',
      },
    ])
    session.account = ANNA
    end?.()
    expect(toasts()).toEqual([])
    expect(unsentMoves.of(100001)).toMatchObject({ move: 'd7' })
    unsentMoves.remove(100001)
    expect(unsentMoves.askToLogIn()).toBeUndefined()
  })

  it('keeps the session of a log-in that overtook the move, and sends the move later', async () => {
    server.playMove = failWith(new NetworkError('gone'))
    await commands.sendMove('')
    server.account = ANNA
    server.playMove = failWith(refusal('unauthenticated', 401))
    await unsentMoves.send()
    expect(session.account).toMatchObject(ANNA)
    server.playMove = () => ({ game: gameAfter(['a7', 'b6', 'd7']) })
    await unsentMoves.send()
    expect(unsentMoves.count).toBe(0)
  })

  it('dismisses the toast about a failure with the next attempt', async () => {
    server.playMove = failWith(refusal('internal', 500))
    await commands.sendMove('')
    server.playMove = () => ({ game: gameAfter(['a7', 'b6', 'd7']) })
    await commands.sendMove('')
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'd7'])
    expect(toasts()).toEqual([])
  })

  it('only asks the player to log in again if the session has ended', async () => {
    server.playMove = failWith(refusal('unauthenticated', 401))
    await commands.sendMove('')
    expect(onSessionEnd).toHaveBeenCalledOnce()
    expect(session.account).toBeNull()
    expect(server.calls.map(({ id }) => id)).toEqual(['playMove'])
    expect(toasts()).toEqual([])
  })
})
