import { beforeEach, expect, test } from 'vitest'
import { TypedText } from './typed-text.svelte.ts'

beforeEach(() => localStorage.clear())

test('a text is kept on this device, for each subject on its own', () => {
  new TypedText('message', 1, 7).value = 'Good luck'
  expect(new TypedText('message', 1, 7).value).toBe('Good luck')
  expect(new TypedText('message', 1, 8).value).toBe('')
})

test.each([
  ['all of it', 'Good luck', ''],
  ['with more behind it', 'Good luck and have fun', 'and have fun'],
  ['with space around it, which is not sent', ' Good luck \nAnd', 'And'],
  ['become a longer word', 'Good lucky', 'Good lucky'],
  ['changed meanwhile', 'Bad luck', 'Bad luck'],
])('what has been sent is removed: %s', (_case, typed, rest) => {
  const text = new TypedText('message', 1, 7)
  text.value = typed
  text.removeSent('Good luck')
  expect(text.value).toBe(rest)
  expect(new TypedText('message', 1, 7).value).toBe(rest)
})
