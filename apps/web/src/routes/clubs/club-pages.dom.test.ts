import type { Account, ClubDetails, Match } from '@tegenzet/contract'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import BoardOrder from '../matches/[id]/BoardOrder.svelte'
import LineUps from '../matches/[id]/LineUps.svelte'
import MatchBoards from '../matches/[id]/MatchBoards.svelte'
import MatchPanel from '../matches/[id]/MatchPanel.svelte'
import JoinPanel from './[id]/JoinPanel.svelte'

const server = vi.hoisted(() => ({ calls: [] as unknown[] }))
vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (...call: unknown[]) => {
      server.calls.push(call)
    },
  },
}))
vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))
vi.mock('$lib/competition/tournaments/RegisterFirst.svelte', () => ({ default: () => {} }))

const player = (id: number, username: string) => ({ id, username, kind: 'human' as const })
const [anna, bram, carla] = [player(1, 'anna'), player(2, 'bram'), player(3, 'carla')]
const account = { ...anna, emailVerified: true } as unknown as Account
const club = (more: Partial<ClubDetails> = {}): ClubDetails => ({
  slug: 'mill-town',
  name: 'Mill Town',
  description: '',
  language: 'en',
  joining: 'open',
  members: 3,
  owner: bram,
  mine: null,
  record: { won: 0, drawn: 0, lost: 0 },
  bestBoards: [],
  createdAt: '2026-11-20T12:00:00.000Z',
  own: { asked: false, invited: false, removed: null, requests: null },
  ...more,
})
const NOTHING = { club: null, side: null, clubs: [], organises: [], message: null, reminded: [], ordered: [] }
const match = (more: Partial<Match> = {}): Match => ({
  id: 9,
  clubs: ['mill-town', 'windmills'],
  clubNames: ['Mill Town', 'Windmills'],
  rules: 'muehle',
  clock: { kind: 'per-move', days: 3 },
  rated: true,
  vacation: true,
  provenDraws: false,
  boards: 4,
  gamesPerBoard: 1,
  state: 'open',
  lineupsCloseAt: '2099-01-01T12:00:00.000Z',
  agreedToStart: [],
  signedUp: [0, 0],
  score: [0, 0],
  createdAt: '2026-11-20T12:00:00.000Z',
  startedAt: null,
  endedAt: null,
  players: { a: [], b: [] },
  games: [],
  proposedBy: bram,
  own: { ...NOTHING, clubs: ['mill-town'] },
  ...more,
})
const onchange = async () => {}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  HTMLDialogElement.prototype.close = () => {}
  HTMLDialogElement.prototype.showModal = () => {}
  server.calls.length = 0
})

it('joins an open club, and asks to join where organisers decide', async () => {
  const { rerender } = render(JoinPanel, { club: club(), account, invite: '', onchange })
  await press('Join')
  expect(server.calls).toEqual([['joinClub', { params: { slug: 'mill-town' }, body: {} }]])
  await rerender({ club: club({ joining: 'request' }), account, invite: '', onchange })
  expect(screen.getByRole('button', { name: 'Ask to join' })).toBeTruthy()
  await rerender({ club: club({ joining: 'invitation' }), account, invite: '', onchange })
  expect(screen.queryByRole('button')).toBeNull()
  await rerender({ club: club({ joining: 'invitation' }), account, invite: '7.code', onchange })
  await press('Join')
  expect(server.calls.at(-1)).toEqual([
    'joinClub',
    { params: { slug: 'mill-town' }, body: { invite: '7.code' } },
  ])
})

it('signs up for a match and answers its proposal', async () => {
  const { rerender } = render(MatchPanel, { match: match(), onchange })
  await press('I’ll play')
  expect(server.calls).toEqual([['signUpForMatch', { params: { id: 9 }, body: { side: 'a' } }]])
  const organises = { ...NOTHING, clubs: ['windmills'], organises: ['windmills'], message: 'Again?' }
  await rerender({ match: match({ state: 'proposed', own: organises }), onchange })
  expect(screen.getByText('Again?')).toBeTruthy()
  await press('Accept')
  expect(server.calls.at(-1)).toEqual(['acceptMatch', { params: { id: 9 }, body: {} }])
})

it('lets members of one club choose a side, and an organiser start at once', async () => {
  const own = { ...NOTHING, clubs: ['mill-town'], organises: ['mill-town'] }
  const clubs = ['mill-town', 'mill-town']
  const within = match({ clubs, clubNames: ['Mill Town A', 'Mill Town B'], own })
  render(MatchPanel, { match: within, onchange })
  await press('I’ll play for Mill Town B')
  expect(server.calls).toEqual([['signUpForMatch', { params: { id: 9 }, body: { side: 'b' } }]])
  expect(screen.getByText(/The line-ups close on/)).toBeTruthy()
  await press('Start now')
  expect(screen.queryByText(/as soon as/)).toBeNull()
  await fireEvent.click(screen.getAllByText('Start now').at(-1)!)
  expect(server.calls.at(-1)).toEqual(['startMatch', { params: { id: 9 }, body: {} }])
})

it('tells organisers what the other club thinks of starting now', async () => {
  const own = { ...NOTHING, clubs: ['mill-town'], organises: ['mill-town'] }
  const { rerender } = render(MatchPanel, { match: match({ own, agreedToStart: ['b'] }), onchange })
  expect(screen.getByText('Windmills would like to start now.')).toBeTruthy()
  await rerender({ match: match({ own, agreedToStart: ['a'] }), onchange })
  expect(screen.getByText(/Windmills has not agreed yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull()
})

it('orders the boards of a side by hand, and keeps the focus with the player', async () => {
  const ordered = (users: (typeof anna)[]) => {
    const a = users.map((user) => ({ user, board: null, rating: null }))
    return match({ own: { ...NOTHING, organises: ['mill-town'], ordered: ['a'] }, players: { a, b: [] } })
  }
  let reload = async (): Promise<void> => {}
  const { rerender } = render(BoardOrder, {
    side: 'a',
    match: ordered([anna, bram, carla]),
    onchange: () => reload(),
  })
  reload = () => rerender({ match: ordered([anna, carla, bram]) })
  screen.getByRole('button', { name: 'Move bram down', hidden: true }).focus()
  await fireEvent.click(screen.getByRole('button', { name: 'Move bram down', hidden: true }))
  expect(server.calls).toEqual([
    ['orderBoards', { params: { id: 9 }, body: { side: 'a', usernames: ['anna', 'carla', 'bram'] } }],
  ])
  await waitFor(() => expect(screen.getByText('bram: board 3')).toBeTruthy())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move bram up')
  await fireEvent.click(screen.getByRole('button', { name: 'Order by rating', hidden: true }))
  expect(server.calls.at(-1)).toEqual([
    'orderBoards',
    { params: { id: 9 }, body: { side: 'a', usernames: [] } },
  ])
})

it('shows the line-ups and the boards with their results', () => {
  const running = match({
    state: 'running',
    score: [0.5, 0.5],
    players: { a: [{ user: anna, board: 1, rating: 1500.4 }], b: [{ user: bram, board: 1, rating: null }] },
    games: [{ board: 1, a: anna, b: bram, games: [{ id: 7, white: 'a', score: 0.5 }] }],
  })
  render(LineUps, { match: running })
  expect(screen.getByRole('list', { name: 'Mill Town' }).textContent).toMatch(/anna\s+1500 · Board 1/)
  render(MatchBoards, { match: running })
  const link = screen.getByRole('link', { name: 'Board 1: anna – bram, ½ – ½' })
  expect(link.getAttribute('href')).toBe('/games/7')
})
