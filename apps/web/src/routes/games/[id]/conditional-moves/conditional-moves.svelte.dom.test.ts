import { ApiError } from '@tegenzet/client'
import type { Branch, Game, ConditionalMoves as SavedMoves } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH } from '@tegenzet/contract/limits'
import { legalMoves, type Move, type Position, replay, ruleSet, trustedMove } from '@tegenzet/rules'
import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { gameAfter } from '$lib/play/game/game-fixture.ts'
import { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import ConditionalTreeView from './ConditionalTreeView.svelte'
import { ConditionalMoves } from './conditional-moves.svelte.ts'
import type { TrialLine } from './trial-board.svelte.ts'

/** A fake server with one game and the conditional moves of one player. */
const server = vi.hoisted(() => ({
  moves: [] as string[],
  saved: null as unknown,
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
      if (id === 'getPlan') return server.saved
      server.sent.push({ id, body })
      if (server.refusal) throw server.refusal
      if (id === 'setPlan') server.saved = { ...(server.saved as object), ...(body as object), version: 2 }
      else if (id === 'dropPlan') server.saved = { ...(server.saved as object), branches: [], version: 2 }
      else throw new Error(`unexpected ${id}`)
      return server.saved
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
    onOpen: () => () => {},
  }),
}))

const rules = ruleSet('muehle')

server.game = () => gameAfter(server.moves)

const branch = (move: string, reply: string, ...then: Branch[]): Branch => ({ move, reply, then })
const savedMoves = (version: number, change: Partial<SavedMoves> = {}): SavedMoves => ({
  game: 100001,
  by: 'white',
  version,
  ply: server.moves.length,
  branches: [],
  played: [],
  ended: null,
  ...change,
})

let game: RemoteGame
let moves: ConditionalMoves
let endEffects = () => {}

async function open(played: string, saved: Partial<SavedMoves> = {}): Promise<void> {
  server.moves = played.split(' ')
  server.saved = savedMoves(1, saved)
  game = new RemoteGame(100001)
  await game.load()
  game.follow()
  moves = new ConditionalMoves(game)
  endEffects = $effect.root(() => {
    $effect(() => moves.follow())
  })
  flushSync()
  await expect.poll(() => moves.saved.current).not.toBeNull()
}

/** A move is played on the server, and the page hears of it. */
function play(move: string, change?: Partial<Game>): void {
  server.moves = [...server.moves, move]
  server.onGame(gameAfter(server.moves, change))
  flushSync()
}

/** Adds moves at the line shown, picking each on the trial board. */
function add(...added: string[]): void {
  for (const move of added) {
    moves.trial.board?.draft.propose(move)
    expect(moves.trial.board?.draft.move).toBe(move)
    moves.add(move)
    flushSync()
  }
}

function goTo(line: TrialLine): void {
  moves.trial.goTo(line)
  flushSync()
}

const toasts = () => getToasts().map(({ text }) => text)

beforeEach(() => {
  session.account = { id: 1, username: 'anna' } as NonNullable<typeof session.account>
  for (const { id } of getToasts()) dismissToast(id)
  server.sent = []
  server.refusal = null
})
afterEach(() => endEffects())

describe('conditional moves while they are edited', () => {
  it('grow as moves of both sides are tried out, and are saved with the ply they start from', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    expect(moves.trial.opponentToMove).toBe(true)
    add('d7', 'd5', 'a1', 'd1')
    expect(moves.trial.board?.moves).toEqual(['a7', 'b6', 'g7', 'd7', 'd5', 'a1', 'd1'])
    goTo([])
    add('f4', 'd7xb6')
    await moves.save()
    expect(server.sent).toEqual([
      {
        id: 'setPlan',
        body: { ply: 3, branches: [branch('d7', 'd5', branch('a1', 'd1')), branch('f4', 'd7xb6')] },
      },
    ])
    expect(moves.trial.board).toBeNull()
    expect(moves.draft.changed).toBe(false)
    expect(moves.saved.empty).toBe(false)
    expect(game.board?.moves).toEqual(['a7', 'b6', 'g7'])
  })

  it('are saved without the moves that have no reply, with a toast', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    add('d7')
    expect(moves.draft.plan.unanswered).toBe(1)
    expect(moves.draft.savable).toBe(false)
    goTo([])
    add('f4', 'd7xf4')
    expect(moves.draft.savable).toBe(true)
    await moves.save()
    expect(server.sent[0]?.body).toEqual({ ply: 3, branches: [branch('f4', 'd7xf4')] })
    expect(toasts()).toEqual(['Your plan is saved. 1 move without an answer was left out.'])
  })

  it('let the player replace a reply, remove a branch and undo both', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5', branch('a1', 'd1'))] })
    moves.trial.open(['d7'])
    expect(moves.replyReplacedBy('e4')).toBe('d5')
    expect(moves.replyReplacedBy('d5')).toBeNull()
    add('e4')
    expect(moves.draft.plan.branches).toEqual([branch('d7', 'e4')])
    moves.draft.undo()
    expect(moves.draft.changed).toBe(false)
    moves.remove(0)
    expect(moves.draft.empty).toBe(true)
    expect(moves.trial.line).toEqual([])
    moves.draft.undo()
    expect(moves.trial.fullLine).toEqual(['d7', 'd5', 'a1', 'd1'])
    expect(moves.draft.canUndo).toBe(false)
  })

  it('are shown as a tree, to choose moves and remove them', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5', branch('a1', 'd1'), branch('c5', 'd1'))] })
    moves.trial.open(['d7', 'd5', 'a1'])
    flushSync()
    const props = { conditionalMoves: moves, opponentName: 'bram', editing: true }
    const view = render(ConditionalTreeView, { ...props, onchoose: (line) => goTo(line) })
    const rows = () => view.getAllByRole('listitem').map((row) => row.querySelector('.branch')?.textContent)
    const steps = (row: string | null | undefined) => row?.match(/\b\d[wb]\s+\S+/g)
    expect(rows().map(steps)).toEqual([
      ['2b d7', '3w d5'],
      ['3b a1', '4w d1'],
      ['3b c5', '4w d1'],
    ])
    expect(view.getByRole('button', { current: 'step' }).textContent).toContain('a1')
    view.getAllByRole('button', { name: /d1/ })[1]?.click()
    expect(moves.trial.line).toEqual(['d7', 'd5', 'c5', 'd1'])
    view.getByRole('button', { name: 'Take 3b a1 out' }).click()
    flushSync()
    expect(rows()).toHaveLength(2)
    expect(view.getByRole('button', { current: 'step' }).textContent).toContain('4w')
    view.getByRole('button', { name: 'Take 2b d7 out' }).click()
    flushSync()
    expect(view.queryAllByRole('listitem')).toEqual([])
    moves.draft.undo()
    moves.draft.undo()
    flushSync()
    expect(rows()).toHaveLength(3)
  })

  it('cannot go deeper than the server allows', async () => {
    const line = Array.from({ length: MAX_CONDITIONAL_DEPTH }).reduce<[Move[], Move[]]>(
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
    moves.trial.open()
    add(...line)
    expect(moves.trial.line).toHaveLength(2 * MAX_CONDITIONAL_DEPTH)
    const [more] = legalMoves(rules, moves.trial.board?.position as Position)
    expect(moves.obstacleTo(more as string)).toBe('too-deep')
    moves.add(more as string)
    expect(moves.trial.line).toHaveLength(2 * MAX_CONDITIONAL_DEPTH)
  })

  it('are not for the player to move, nor for spectators', async () => {
    await open('a7 b6')
    moves.trial.open()
    expect(moves.trial.board).toBeNull()
    session.account = { id: 3, username: 'cees' } as NonNullable<typeof session.account>
    expect(moves.follow()).toBeUndefined()
  })

  it('are not tried out while something else needs the board', async () => {
    await open('a7 b6 g7')
    let boardInUse = $state(false)
    moves = new ConditionalMoves(game, () => boardInUse)
    const end = $effect.root(() => {
      $effect(() => moves.follow())
    })
    flushSync()
    moves.trial.open()
    expect(moves.trial.board).not.toBeNull()
    boardInUse = true
    flushSync()
    boardInUse = false
    expect(moves.trial.board).toBeNull()
    end()
  })

  it('keep what is picked on the trial board when the same game is loaded again', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    moves.trial.board?.draft.pick('d7')
    await game.load()
    flushSync()
    expect(moves.trial.board?.draft.move).toBe('d7')
  })
})

describe('conditional moves while the game goes on', () => {
  it('keep what is unsaved and still possible, and offer the reply that is due', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    add('d7', 'd5', 'a1', 'd1')
    goTo([])
    add('f4', 'd7xb6')
    play('d7')
    expect(moves.trial.board).toBeNull()
    expect(moves.unsavedReply).toBe('d5')
    expect(moves.draft.plan.branches).toHaveLength(1)
    play('d5')
    expect(moves.unsavedReply).toBeNull()
    expect(moves.draft.plan.branches).toEqual([branch('a1', 'd1')])
    expect(moves.draft.changed).toBe(true)
    moves.trial.open()
    add('c5', 'd1')
    await moves.save()
    expect(server.sent[0]?.body).toEqual({ ply: 5, branches: [branch('a1', 'd1'), branch('c5', 'd1')] })
  })

  it('tell the player when a draft is no longer possible', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    add('d7', 'd5')
    play('f4')
    expect(moves.draft.empty).toBe(true)
    expect(toasts()).toEqual(['Something else was played: what you were planning no longer fits.'])
  })

  it('stay on the trial board, at the same line, while the server plays a reply', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5', branch('a1', 'd1'))] })
    moves.trial.open(['d7', 'd5', 'a1', 'd1'])
    add('c5')
    play('d7')
    expect(moves.trial.board).toBeNull()
    expect(moves.saved.due).toBe(true)
    play('d5')
    server.onEvent({
      type: 'plan',
      plan: savedMoves(2, { ply: 5, branches: [branch('a1', 'd1')], played: [5] }),
    })
    flushSync()
    expect(moves.saved.played).toEqual([5])
    expect(moves.trial.line).toEqual(['a1', 'd1', 'c5'])
    expect(moves.trial.board?.moves).toEqual([...server.moves, 'a1', 'd1', 'c5'])
    expect(toasts()).toEqual(['Your plan has answered bram at once.'])
  })

  it('leave the trial board for a draw offer that the player has to answer', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    moves.trial.open()
    play('d7', { drawOffer: { by: 'black' } as Game['drawOffer'] })
    expect(moves.saved.due).toBe(true)
    play('d5')
    expect(moves.trial.board).toBeNull()
  })

  it('announce once that they were dropped, and ignore an older version', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    play('f4')
    const dropped = savedMoves(2, { ended: { ply: 4, reason: 'other-move' } })
    for (const plan of [dropped, dropped, savedMoves(1, { ply: 3, branches: [branch('d7', 'd5')] })])
      server.onEvent({ type: 'plan', plan })
    expect(toasts()).toEqual(['bram played something else: your plan is dropped.'])
    expect(moves.saved.current).toEqual(dropped)
    expect(moves.saved.empty).toBe(true)
  })

  it('keep the draft if the game has moved on before it was saved', async () => {
    await open('a7 b6 g7')
    moves.trial.open()
    add('d7', 'd5')
    server.refusal = new ApiError({ type: '', title: '', status: 409, detail: '', code: 'stale-ply' })
    server.moves = [...server.moves, 'd7']
    await moves.save()
    flushSync()
    expect(game.board?.moves).toHaveLength(4)
    expect(moves.unsavedReply).toBe('d5')
    expect(toasts()[0]).toMatch(/^Your plan was not saved: .* What still fits has been kept\.$/)
  })

  it('can be removed', async () => {
    await open('a7 b6 g7', { branches: [branch('d7', 'd5')] })
    expect(moves.saved.empty).toBe(false)
    await moves.removeAll()
    expect(server.sent.map(({ id }) => id)).toEqual(['dropPlan'])
    expect(moves.draft.empty).toBe(true)
  })
})
