import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { setHint } from '$lib/play/draws/claim-hint-setting.svelte.ts'
import { GameCommands } from '$lib/play/game/game-commands.svelte.ts'
import { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { movesWithRepetition } from '$lib/play/game/repetition-fixture.ts'
import DrawCard from './DrawCard.svelte'
import DrawDialog from './DrawDialog.svelte'
import DrawHint from './DrawHint.svelte'
import DrawInfo from './DrawInfo.svelte'
import { Draws } from './draws.svelte.ts'

/** A fake server with one game, its offers and its claims. */
const server = vi.hoisted(() => ({
  game: {} as unknown,
  moves: [] as string[],
  offers: [] as unknown[],
  claims: [] as unknown[],
  calls: [] as { id: string; input: { params?: unknown; body?: unknown } }[],
  /** Runs while an offer is being sent. */
  onOffer: () => {},
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string, input: { params?: unknown; body?: unknown }) => {
      server.calls.push({ id, input })
      if (id === 'getGame') return server.game
      if (id === 'listMoves') return { items: server.moves.map((move) => ({ move })) }
      if (id === 'listDrawOffers') return { items: server.offers }
      if (id === 'listClaims') return { items: server.claims }
      if (id === 'offerDraw') server.onOffer()
      return { game: server.game }
    },
  },
  loadAll: async () => [],
}))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))

const NAMES = { white: 'anna', black: 'bram' }
const PLAYERS = {
  white: { id: 1, username: 'anna', kind: 'human' },
  black: { id: 2, username: 'bram', kind: 'human' },
} as const
const NOON = '2026-11-20T12:00:00.000Z'

const OFFER: DrawOffer = {
  id: 4,
  game: 100001,
  by: 'white',
  ply: 26,
  ground: 'repetition',
  positions: [18, 22, 26],
  state: 'open',
  createdAt: NOON,
  expiresAt: '2126-11-21T12:00:00.000Z',
  closedAt: null,
}
const CLAIM: Claim = {
  id: 7,
  game: 100001,
  by: 'white',
  ply: 26,
  intendedMove: null,
  offer: null,
  text: null,
  ground: 'repetition',
  positions: [18, 22, 26],
  state: 'open',
  verdict: null,
  evidence: { holds: true, findings: [{ code: 'positions-same', params: { positions: [18, 22, 26] } }] },
  createdAt: NOON,
  closedAt: null,
}

/** Renders what is said about draws after so many plies of the repetition, as `reader` sees it. */
async function show(
  rules: 'molenspel' | 'muehle' | 'moulin',
  plies: number,
  reader: Side | null,
  change: Partial<Game> = {},
): Promise<Draws> {
  server.moves = movesWithRepetition(plies)
  server.game = {
    id: 100001,
    rules,
    rulesRevision: 1,
    status: 'active',
    version: 1,
    ...PLAYERS,
    turn: server.moves.length % 2 ? 'black' : 'white',
    ply: server.moves.length,
    moveNumber: 14,
    drawOffer: null,
    openClaim: null,
    outcome: null,
    ...change,
  }
  session.account = reader && ({ id: PLAYERS[reader].id } as typeof session.account)
  const remote = new RemoteGame(100001)
  await remote.load()
  const draws = new Draws(remote, new GameCommands(remote))
  await draws.records.load()
  for (const part of [DrawHint, DrawCard, DrawInfo]) render(part, { draws, names: NAMES })
  return draws
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const noButton = (name: string | RegExp) => expect(screen.queryByRole('button', { name })).toBeNull()
const sent = (id: string) => server.calls.find((call) => call.id === id)?.input

beforeEach(() => {
  Object.assign(server, { offers: [], claims: [], calls: [], onOffer: () => {} })
  // jsdom does not implement these.
  Element.prototype.scrollIntoView = () => {}
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

/** Renders the dialog of the offer or claim that is being prepared. */
function openDialog(draws: Draws) {
  const { draft, rules } = draws
  if (!draft || !rules) throw new Error('nothing is prepared')
  render(DrawDialog, { draws, draft, rules, names: NAMES })
  return within(screen.getByRole('dialog'))
}

describe('a claim before moving', () => {
  it('names its positions and is filed with one confirmation', async () => {
    const draws = await show('molenspel', 7, 'black')
    expect(
      screen.getByText(
        /With a1-a4, the position after 9b and 11b would occur for the third time\..*even the one you name, you lose/,
      ),
    ).toBeTruthy()
    await fireEvent.click(button('Claim a draw'))
    const dialog = openDialog(draws)
    expect(dialog.getAllByRole('img').map((board) => board.getAttribute('aria-label'))).toEqual([
      'Position after 9b',
      'Position after 11b',
      'Position after 13b',
    ])
    expect(draws.drafting).toBe(false)
    await fireEvent.click(dialog.getByRole('button', { name: 'Send claim' }))
    await waitFor(() =>
      expect(sent('fileClaim')).toEqual({
        params: { id: 100001 },
        body: { ground: 'repetition', positions: [18, 22, 26], intendedMove: 'a1-a4' },
      }),
    )
  })

  it('can rest on positions of one’s own choice, which blocks moves until it is discarded', async () => {
    const draws = await show('molenspel', 8, 'white')
    await fireEvent.click(button('Claim a draw'))
    await fireEvent.click(openDialog(draws).getByRole('button', { name: 'Choose positions myself' }))
    expect(draws.drafting).toBe(true)
    await fireEvent.click(await screen.findByRole('button', { name: 'Remove 9b' }))
    draws.draft?.toggle(21)
    await screen.findByText(/The rules do not support this claim\. You can still claim it/)
    await fireEvent.click(screen.getAllByRole('button', { name: 'Send claim' }).at(-1)!)
    await waitFor(() => expect(sent('fileClaim')?.body).toMatchObject({ positions: [21, 22, 26] }))
    draws.discardDraft()
    expect([draws.drafting, draws.game.board?.atEnd]).toEqual([false, true])
  })

  it('is not offered to the player who is not to move', async () => {
    const draws = await show('molenspel', 7, 'white')
    noButton('Claim a draw')
    expect(draws.mayClaim).toBe(false)
  })
})

describe('a claim after a declined offer', () => {
  it('begins a claim with an offer based on a proposal', async () => {
    const draws = await show('muehle', 8, 'white')
    expect(draws.mayClaim).toBe(true)
    draws.startClaim()
    const dialog = openDialog(draws)
    expect(dialog.getByText(/In this game a claim starts with an offer/)).toBeTruthy()
    await fireEvent.click(dialog.getByRole('button', { name: 'Offer the draw' }))
    await waitFor(() =>
      expect(sent('offerDraw')?.body).toEqual({ ground: 'repetition', positions: [18, 22, 26] }),
    )
  })

  it('lets the player claim a declined offer with the same numbers, even many moves later', async () => {
    server.offers = [{ ...OFFER, state: 'declined' }]
    const draws = await show('muehle', 11, 'white')
    await fireEvent.click(button('Claim a draw'))
    await fireEvent.click(openDialog(draws).getByRole('button', { name: 'Send claim' }))
    await waitFor(() =>
      expect(sent('fileClaim')?.body).toEqual({ ground: 'repetition', positions: [18, 22, 26], offer: 4 }),
    )
  })

  it('does not let the other player claim it', async () => {
    server.offers = [{ ...OFFER, state: 'declined' }]
    await show('muehle', 11, 'black')
    noButton('Claim a draw')
  })
})

it('a draw can be offered where there are no claims', async () => {
  const draws = await show('moulin', 4, 'white')
  expect(draws.mayClaim).toBe(false)
  draws.startDraft('offer', null)
  const dialog = openDialog(draws)
  await fireEvent.input(dialog.getByLabelText('Message'), { target: { value: 'Draw?' } })
  // What was typed is still there when the dialog is opened again.
  draws.discardDraft()
  draws.startDraft('offer', null)
  expect(draws.draft?.text).toBe('Draw?')
  await draws.sendDraft()
  expect(sent('offerDraw')?.body).toEqual({ message: 'Draw?' })
  draws.startDraft('offer', null)
  expect(draws.draft?.text).toBe('')
})

it('what is typed while an offer is being sent is kept for the next one', async () => {
  const draws = await show('moulin', 4, 'white')
  draws.startDraft('offer', null)
  const { draft } = draws
  if (!draft) throw new Error('nothing is prepared')
  draft.text = 'Draw?'
  server.onOffer = () => {
    draft.text = 'Draw? The position is dead.'
  }
  await draws.sendDraft()
  expect(sent('offerDraw')?.body).toEqual({ message: 'Draw?' })
  expect(draws.draft).toBeNull()
  draws.startDraft('offer', null)
  expect(draws.draft?.text).toBe('The position is dead.')
  if (draws.draft) draws.draft.text = ''
})

describe('an open offer', () => {
  const open = { drawOffer: OFFER }

  it('can be declined by the opponent with a reason', async () => {
    await show('muehle', 8, 'black', open)
    expect(screen.getByText('anna offers a draw.')).toBeTruthy()
    await fireEvent.click(button('Decline'))
    const dialog = screen.getByRole('dialog')
    await fireEvent.input(within(dialog).getByLabelText('Reason'), { target: { value: ' Not yet. ' } })
    await fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await waitFor(() =>
      expect(sent('declineDrawOffer')).toEqual({ params: { id: 4 }, body: { reason: 'Not yet.' } }),
    )
  })

  it('is accepted only after a confirmation', async () => {
    await show('muehle', 8, 'black', open)
    await fireEvent.click(button('Accept the draw'))
    expect(sent('acceptDrawOffer')).toBeUndefined()
    await fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Accept the draw' }))
    await waitFor(() => expect(sent('acceptDrawOffer')?.params).toEqual({ id: 4 }))
  })

  it('is not accepted by a question about an offer that has been withdrawn', async () => {
    const draws = await show('muehle', 8, 'black', open)
    await fireEvent.click(button('Accept the draw'))
    const drawOffer: DrawOffer = { ...OFFER, id: 5, ground: 'repetition', positions: [10, 14, 18] }
    await draws.game.update({ ...(server.game as Game), version: 2, drawOffer })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be withdrawn by its maker, and answered by nobody else', async () => {
    await show('muehle', 8, null, open)
    noButton('Withdraw')
    cleanup()
    await show('muehle', 8, 'white', open)
    noButton('Accept the draw')
    await fireEvent.click(button('Withdraw'))
    await waitFor(() => expect(sent('withdrawDrawOffer')?.params).toEqual({ id: 4 }))
  })
})

describe('a frozen game', () => {
  const frozen = { status: 'claimed', openClaim: { id: 7, by: 'white' } } as const
  beforeEach(() => {
    server.claims = [CLAIM]
  })

  it('shows the claim to everybody, with no buttons for spectators', async () => {
    await show('molenspel', 8, null, frozen)
    expect(screen.getByText('anna claims a draw.')).toBeTruthy()
    expect(screen.getByText('The positions after 9b, 11b, and 13b are the same.')).toBeTruthy()
    for (const name of ['Agree to the draw', 'Withdraw the claim', 'Claim a draw']) noButton(name)
  })

  it('lets the opponent agree to the draw', async () => {
    await show('molenspel', 8, 'black', frozen)
    await fireEvent.click(button('Agree to the draw'))
    await fireEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Agree to the draw' }),
    )
    await waitFor(() => expect(sent('agreeToClaim')?.params).toEqual({ id: 7 }))
  })

  it('tells the claimant what withdrawing costs', async () => {
    await show('molenspel', 8, 'white', frozen)
    await fireEvent.click(button('Withdraw the claim'))
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText(/is taken off your clock/)).toBeTruthy()
    await fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the claim' }))
    await waitFor(() => expect(sent('withdrawClaim')?.params).toEqual({ id: 7 }))
  })
})

it('everybody can see a ruling, with the admin and the reason', async () => {
  const chef = { id: 3, username: 'chef', kind: 'human' } as const
  server.claims = [
    { ...CLAIM, state: 'rejected', closedAt: NOON, verdict: { by: chef, reason: 'They differ.', at: NOON } },
  ]
  await show('molenspel', 8, null)
  expect(screen.getByText('rejected')).toBeTruthy()
  expect(screen.getByText('Ruling by chef: They differ.')).toBeTruthy()
})

it('a refuted proven draw is said to the opponent until both have moved on', async () => {
  const claim: Claim = {
    id: 7,
    game: 100001,
    by: 'white',
    ply: 26,
    intendedMove: null,
    offer: null,
    text: null,
    ground: 'proven-draw',
    position: 26,
    state: 'rejected',
    evidence: { holds: false, findings: [{ code: 'not-drawn', params: {} }] },
    verdict: { by: null, reason: '', at: NOON },
    createdAt: NOON,
    closedAt: NOON,
  }
  server.claims = [claim]
  const text = /^anna claimed a proven draw\. The claim was rejected: .* the position after 13b is not a draw/
  await show('molenspel', 8, 'black')
  screen.getByText(text)
  expect(screen.queryByRole('link', { name: /values/ })).toBeNull()
  cleanup()
  for (const [plies, reader] of [
    [10, 'black'],
    [8, 'white'],
  ] as const) {
    await show('molenspel', plies, reader)
    expect(screen.queryByText(text)).toBeNull()
    cleanup()
  }
  const outcome = { winner: 'white', reason: 'resignation' } as const
  const { game } = await show('molenspel', 9, null, { status: 'finished', turn: null, outcome })
  const position = game.board?.positions[26] ?? ''
  expect(screen.getByRole('link', { name: /values/ }).getAttribute('href')).toBe(
    `/analysis/molenspel?position=${encodeURIComponent(position)}&values`,
  )
})

it('an automatic draw shows which positions were the same', async () => {
  const outcome = { winner: null, reason: 'repetition' } as const
  await show('moulin', 8, null, { status: 'finished', turn: null, outcome })
  expect(screen.getByText(/This position occurred after 9b, 11b, and 13b/)).toBeTruthy()
})

describe('the hint above the move bar', () => {
  it('names the claim with the draft move', async () => {
    const draws = await show('molenspel', 7, 'black')
    for (const point of ['a1', 'a4']) draws.game.board?.draft.pick(point)
    await fireEvent.click(button('Claim a draw'))
    expect(draws.draft?.move).toBe('a1-a4')
    expect(draws.draft?.numbers).toEqual([18, 22, 26])
  })

  it('can be switched off', async () => {
    setHint(false)
    await show('molenspel', 7, 'black')
    expect(screen.queryByText(/With a1-a4/)).toBeNull()
    expect(localStorage.getItem('claim-hint')).toBe('off')
    setHint(true)
    await screen.findByText(/With a1-a4/)
  })
})
