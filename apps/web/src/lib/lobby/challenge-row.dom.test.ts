import type { Account, Challenge } from '@tegenzet/contract'
import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { describe, expect, it } from 'vitest'
import ChallengeRow from './ChallengeRow.svelte'

const ANNA = { id: 1, username: 'anna', kind: 'human' } as const
const BRAM = { id: 2, username: 'bram', kind: 'human' } as const

const challenge = (parts: Partial<Challenge>): Challenge => ({
  id: 7,
  rules: 'merels',
  rulesRevision: 1,
  challenger: ANNA,
  opponent: null,
  colour: 'white',
  clock: { kind: 'per-move', days: 3 },
  vacation: true,
  timeouts: 'automatic',
  provenDraws: false,
  schedule: { timezone: 'UTC', daysOff: [], quietHours: null },
  away: null,
  rated: false,
  bots: true,
  message: null,
  invite: false,
  expiresAt: null,
  expired: false,
  state: 'open',
  game: null,
  rematchOf: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...parts,
})

const actions = createRawSnippet(() => ({ render: () => '<button>Accept</button>' }))
const show = (parts: Partial<Challenge>, viewer: typeof ANNA | typeof BRAM | null, gone = false) =>
  render(ChallengeRow, {
    challenge: challenge(parts),
    account: viewer as Account | null,
    gone,
    actions,
  })

describe('a challenge', () => {
  it.each([
    ['white', BRAM, 'You play Black'],
    ['black', BRAM, 'You play White'],
    ['white', ANNA, 'You play White'],
    ['black', null, 'You play White'],
    ['random', BRAM, 'Random colours'],
  ] as const)('for %s by anna shows the reader’s own colour', (colour, viewer, expected) => {
    show({ colour }, viewer)
    expect(screen.getByText(`3 days a move · ${expected} · Casual`)).toBeTruthy()
  })

  it('shows the challenger to others, and the opponent to the challenger', () => {
    show({ opponent: BRAM }, BRAM)
    expect(screen.getByRole('link', { name: 'anna' }).getAttribute('href')).toBe('/players/anna')
    show({ opponent: BRAM }, ANNA)
    expect(screen.getByText('To bram')).toBeTruthy()
  })

  it('that is no longer open has no buttons', () => {
    show({}, BRAM, true)
    expect(screen.getByText('No longer open')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows its message as text and never as HTML', () => {
    show({ message: '<img src=x onerror=alert(1)>' }, BRAM)
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })
})
