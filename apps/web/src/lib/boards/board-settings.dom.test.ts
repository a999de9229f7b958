import { beforeEach, expect, it } from 'vitest'
import { boardTheme, sound } from './board-settings.svelte.ts'

beforeEach(() => localStorage.clear())

it('a choice is remembered on the device, and the default leaves nothing behind', () => {
  boardTheme.value = 'slate'
  expect(localStorage.getItem('board')).toBe('slate')
  expect(document.documentElement.dataset.board).toBe('slate')
  boardTheme.value = 'oak'
  expect(localStorage.getItem('board')).toBeNull()
})

it('sound is off until the reader turns it on', () => {
  expect(sound.value).toBe('off')
})
