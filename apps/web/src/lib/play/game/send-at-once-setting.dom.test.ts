import { expect, it } from 'vitest'
import { sendsAtOnce, setSendAtOnce } from './send-at-once-setting.svelte.ts'

it('moves are sent at once against bots, always or never', () => {
  const against = () => (['bot', 'human', 'guest'] as const).filter((kind) => sendsAtOnce({ kind }))
  expect(against()).toEqual(['bot'])
  setSendAtOnce('always')
  expect(against()).toEqual(['bot', 'human', 'guest'])
  setSendAtOnce('never')
  expect([against(), localStorage.getItem('send-at-once')]).toEqual([[], 'never'])
  setSendAtOnce('bots')
  expect(localStorage.getItem('send-at-once')).toBe(null)
})
