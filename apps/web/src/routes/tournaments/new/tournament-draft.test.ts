import { describe, expect, it } from 'vitest'
import { TournamentDraft } from './tournament-draft.svelte.ts'

const draftOf = (change: Partial<TournamentDraft>) => Object.assign(new TournamentDraft('human'), change)

describe('the draft of a tournament', () => {
  it('begins with the terms of the first template', () => {
    const draft = draftOf({ name: ' Club ' })
    expect(draft.validate()).toBe(true)
    expect(draft.toBody()).toEqual({
      name: 'Club',
      description: '',
      rules: 'molenspel',
      rated: true,
      vacation: true,
      provenDraws: false,
      kind: 'human',
      clock: { kind: 'per-move', days: 3 },
      groupSize: 6,
      gamesPerPair: 2,
      advance: 2,
      minEntrants: 4,
      maxEntrants: 6,
      invite: true,
      ratingMin: undefined,
      ratingMax: undefined,
    })
    expect(draft.summary).toMatch(/10/)
  })

  it('takes over the terms of another template', () => {
    const draft = draftOf({ name: 'Cup' })
    draft.apply('cup')
    expect(draft.validate()).toBe(true)
    expect(draft.toBody()).toMatchObject({
      maxEntrants: 64,
      groupSize: 5,
      gamesPerPair: 1,
      advance: 2,
      invite: false,
      startsAt: expect.stringMatching(/Z$/),
    })
  })

  it('lets at most half of a group go on', () => {
    const draft = draftOf({ groupSize: 6 })
    draft.advance = 3
    draft.groupSize = 4
    expect(draft.advance).toBe(2)
  })

  it('says which fields are wrong', () => {
    const draft = draftOf({ name: ' ', min: '6', max: '4', ratingMin: '1800', ratingMax: '1700' })
    Object.assign(draft, { start: 'date', startsAt: '2020-01-01T18:00' })
    expect(draft.validate()).toBe(false)
    expect(Object.keys(draft.errors).filter((field) => draft.errors[field as 'name'])).toEqual([
      'name',
      'maxEntrants',
      'startsAt',
      'ratingMax',
    ])
  })
})
