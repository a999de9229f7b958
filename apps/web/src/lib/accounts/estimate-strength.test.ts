import { expect, test } from 'vitest'
import { estimateStrength } from './estimate-strength.ts'

test.each([
  ['1234567890', 'weak'],
  ['Passw0rd!1', 'weak'],
  ['qwertyuiop', 'weak'],
  ['Grindstone', 'weak'],
  ['kolvarent7', 'good'],
  ['four unrelated words on a wall', 'strong'],
])('%s is %s', (password, strength) => {
  expect(estimateStrength(password, ['grindstone', 'anna@example.org'])).toBe(strength)
})
