import { ApiError } from '@tegenzet/client'
import type { Branch, Game, ConditionalMoves as SavedPlan } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH } from '@tegenzet/contract/operations'
import { legalMoves, type Move, type Position, replay, ruleSet, trustedMove } from '@tegenzet/rules'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import { Plan } from './plan.svelte.ts'

/** A server with one game and one plan, as far as a page sees it. */
const server = vi.hoisted(() => ({
  moves: [] as string[],
  plan: null as unknown,
  refusal: null as unknown,
  sent: [] as { id: string; body?: unknown }[],
  game: (): unknown => null,
  onGame: (_game: unknown): void => {},
  onEvent: (_event: unknown): void => {},
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string, { body }: { body?: unknown }) => {
      if (id === 'getGame') return server.game()
      if (id === 'listMoves') return { items: server.moves.map((move) => ({ move })) }
      if (id === 'getPlan') return server.plan
      server.sent.push({ id, body })
      if (server.refusal) throw server.refusal
      if (id === 'setPlan') server.plan = { ...(server.plan as object), ...(body as object), version: 2 }
      else if (id === 'dropPlan') server.plan = { ...(server.plan as object), branches: [], version: 2 }
      else throw new Error(`unexpected ${id}`)
      return server.plan
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({
  live: () => ({
    watch: (_id: number, onGame: typeof server.onGame) => {
      server.onGame = onGame
      return () => {}
    },
    onEvent: (onEvent: typeof server.onEvent) => {
      server.onEvent = onEvent
      return () => {}
    },
    onStatus: () => () => {},
    onReconnect: () => () => {},
  }),
}))

const rules = ruleSet('muehle')

/** The game as it stands; anna, who is logged in here, plays white. */
function gameNow(change: Partial<Game> = {}): Game {
  const { moves } = server
  const played = replay(rules, moves.map(trustedMove))
  if (!played.ok) throw new Error(played.error.message)
  return {
    ...{ id: 100001, rules: 'muehle', rulesRevision: 1, status: 'active', version: moves.length + 1 },
    white: { id: 1, username: 'anna', kind: 'human' },
    black: { id: 2, username: 'bram', kind: 'human' },
    turn: moves.length % 2 === 0 ? 'white' : 'black',
    ...{ ply: moves.length, moveNumber: Math.floor(moves.length / 2) + 1 },
    position: played.value.positions.at(-1) as string,
    lastMove: moves.at(-1) ?? null,
    drawOffer: null,
    openClaim: null,
    outcome: null,
    ...change,
  } as Game
}
server.game = gameNow

const branch = (move: string, reply: string, ...then: Branch[]): Branch => ({ move, reply, then })
const planNow = (version: number, change: Partial<SavedPlan> = {}): SavedPlan => ({
  ...{ game: 100001, by: 'white', version, ply: server.moves.length, branches: [], played: [], ended: null },
  ...change,
})

let remote: RemoteGame
let plan: Plan

async function open(moves: string, saved: Partial<SavedPlan> = {}): Promise<void> {
  server.moves = moves.split(' ')
  server.plan = planNow(1, saved)
  remote = new RemoteGame(100001)
  await remote.load()
  remote.follow()
  plan = new Plan(remote)
  plan.follow()
  await vi.waitFor(() => expect(plan.saved).not.toBeNull())
}

function play(move: string, change?: Partial<Game>): void {
  server.moves = [...server.moves, move]
  server.onGame(gameNow(change))
  plan.lay()
}

/** Puts moves into the plan, picking each on the board. */
function plans(...moves: string[]): void {
  for (const move of moves) {
    plan.trial?.draft.propose(move)
    expect(plan.trial?.draft.move).toBe(move)
    plan.add(move)
    plan.lay()
  }
}

const said = () => getToasts().map(({ text }) => text)

beforeEach(() => {
  session.account = { id: 1, username: 'anna' } as NonNullable<typeof session.account>
  for (const { id } of getToasts()) dismissToast(id)
  server.sent = []
  server.refusal = null
})

describe('a plan being made', () => {
  it('grows as moves of both sides are tried out, and is sent with the ply it starts from', async () => {
    await open('a7 b6 g7')
    plan.begin()
    expect(plan.theirs).toBe(true)
    plans('d7', 'd5', 'a1', 'd1')
    expect(plan.trial?.moves).toEqual(['a7', 'b6', 'g7', 'd7', 'd5', 'a1', 'd1'])
    plan.go([])
    plan.lay()
    plans('f4', 'd7xb6')
    await plan.save()
    expect(server.sent).toEqual([
      {
        id: 'setPlan',
        body: { ply: 3, branches: [branch('d7', 'd5', branch('a1', 'd1')), branch('f4', 'd7xb6')] },
      },
    ])
    expect(plan.trial).toBeNull()
    expect(plan.changed).toBe(false)
    expect(plan.kept).toBe(true)
    expect(remote.board?.moves).toEqual(['a7', 'b6', 'g7'])
  })

  it('leaves out a move that has no answer, and says so', async () => {
    await open('a7 b6 g7')
    plan.begin()
    plans('d7')
    expect(plan.open).toBe(1)
    expect(plan.savable).toBe(false)
    plan.go([])
    plan.lay()
    plans('f4', 'd7xf4')
    expect(plan.savable).toBe(true)
    await plan.save()
    expect(server.sent[0]?.body).toEqual({ ply: 3, branches: [branch('f4', 'd7xf4')] })
    expect(said()).toEqual(['Your plan is saved. 1 move without an answer was left out.'])
  })

  it('gives way to a change of mind: an answer replaced, a branch taken out, the last step taken back', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5', branch('a1', 'd1'))] })
    plan.begin(['d7'])
    expect(plan.replaces('e4')).toBe('d5')
    expect(plan.replaces('d5')).toBeNull()
    plans('e4')
    expect(plan.tree).toEqual([{ move: 'd7', reply: 'e4', next: [] }])
    plan.undo()
    expect(plan.changed).toBe(false)
    plan.remove(['d7'])
    expect(plan.tree).toEqual([])
    expect(plan.line).toEqual([])
    plan.undo()
    expect(plan.wholeLine).toEqual(['d7', 'd5', 'a1', 'd1'])
    expect(plan.mayUndo).toBe(false)
  })

  it('stays without what would end the game, or goes deeper than the server keeps', async () => {
    const depth = Array.from({ length: MAX_CONDITIONAL_DEPTH }).reduce<[Move[], Move[]]>(
      ([played, line]) => {
        const positions = replay(rules, played)
        const quiet = (moves: Move[]) => moves.find((move) => !move.includes('x')) as Move
        if (!positions.ok) throw new Error(positions.error.message)
        const move = quiet(legalMoves(rules, positions.value.positions.at(-1) as Position))
        const next = replay(rules, [...played, move])
        if (!next.ok) throw new Error(next.error.message)
        const reply = quiet(legalMoves(rules, next.value.positions.at(-1) as Position))
        return [
          [...played, move, reply],
          [...line, move, reply],
        ]
      },
      [[trustedMove('a7')], []],
    )[1]
    await open('a7')
    plan.begin()
    plans(...depth)
    expect(plan.line).toHaveLength(2 * MAX_CONDITIONAL_DEPTH)
    const [more] = legalMoves(rules, plan.trial?.position as Position)
    expect(plan.hindrance(more as string)).toBe('too-deep')
    plan.add(more as string)
    expect(plan.line).toHaveLength(2 * MAX_CONDITIONAL_DEPTH)
  })

  it('is nobody’s who is to move, or looks on', async () => {
    await open('a7 b6')
    plan.begin()
    expect(plan.trial).toBeNull()
    session.account = { id: 3, username: 'cees' } as NonNullable<typeof session.account>
    expect(plan.follow()).toBeUndefined()
  })
})

describe('a plan while the game goes on', () => {
  it('keeps what is not saved and still fits, and offers the answer that is due', async () => {
    await open('a7 b6 g7')
    plan.begin()
    plans('d7', 'd5', 'a1', 'd1')
    plan.go([])
    plan.lay()
    plans('f4', 'd7xb6')
    play('d7')
    expect(plan.trial).toBeNull()
    expect(plan.proposal).toBe('d5')
    expect(plan.tree).toHaveLength(1)
    play('d5')
    expect(plan.proposal).toBeNull()
    expect(plan.tree).toEqual([{ move: 'a1', reply: 'd1', next: [] }])
    expect(plan.changed).toBe(true)
    plan.begin()
    plans('c5', 'd1')
    await plan.save()
    expect(server.sent[0]?.body).toEqual({ ply: 5, branches: [branch('a1', 'd1'), branch('c5', 'd1')] })
  })

  it('says that what was being planned no longer fits', async () => {
    await open('a7 b6 g7')
    plan.begin()
    plans('d7', 'd5')
    play('f4')
    expect(plan.tree).toEqual([])
    expect(said()).toEqual(['Something else was played: what you were planning no longer fits.'])
  })

  it('goes on being made while the server plays its answer, where one looked', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5', branch('a1', 'd1'))] })
    plan.begin(['d7', 'd5', 'a1', 'd1'])
    plans('c5')
    play('d7')
    expect(plan.trial).toBeNull()
    expect(plan.due).toBe(true)
    play('d5')
    server.onEvent({
      type: 'plan',
      plan: planNow(2, { ply: 5, branches: [branch('a1', 'd1')], played: [5] }),
    })
    plan.lay()
    expect(plan.played).toEqual([5])
    expect(plan.line).toEqual(['a1', 'd1', 'c5'])
    expect(plan.trial?.moves).toEqual([...server.moves, 'a1', 'd1', 'c5'])
    expect(said()).toEqual(['Your plan has answered bram at once.'])
  })

  it('is left for a draw offer that its player is to answer', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    plan.begin()
    play('d7', { drawOffer: { by: 'black' } as Game['drawOffer'] })
    expect(plan.due).toBe(true)
    play('d5')
    expect(plan.trial).toBeNull()
  })

  it('says once that it was dropped, and takes no older state of it', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    play('f4')
    const dropped = planNow(2, { ended: { ply: 4, reason: 'other-move' } })
    for (const told of [dropped, dropped, planNow(1, { ply: 3, branches: [branch('d7', 'd5')] })])
      server.onEvent({ type: 'plan', plan: told })
    expect(said()).toEqual(['bram played something else: your plan is dropped.'])
    expect(plan.saved).toEqual(dropped)
    expect(plan.kept).toBe(false)
  })

  it('is kept where the game has moved on before it was saved', async () => {
    await open('a7 b6 g7')
    plan.begin()
    plans('d7', 'd5')
    server.refusal = new ApiError({ type: '', title: '', status: 409, detail: '', code: 'stale-ply' })
    server.moves = [...server.moves, 'd7']
    await plan.save()
    plan.lay()
    expect(remote.board?.moves).toHaveLength(4)
    expect(plan.proposal).toBe('d5')
    expect(said()[0]).toMatch(/^Your plan was not saved: .* What still fits has been kept\.$/)
  })

  it('is taken back', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    expect(plan.kept).toBe(true)
    await plan.drop()
    expect(server.sent.map(({ id }) => id)).toEqual(['dropPlan'])
    expect(plan.tree).toEqual([])
  })
})
