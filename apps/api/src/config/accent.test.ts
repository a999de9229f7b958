import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AROUND_ACCENT, accentStyle, MIN_CONTRAST } from './accent.ts'

const tokens = readFileSync(new URL('../../../web/src/lib/ui/tokens.css', import.meta.url), 'utf8')
const pairOf = (css: string, token: string) =>
  new RegExp(`--${token}: ?light-dark\\((#\\w{6}), ?(#\\w{6})\\)`).exec(css)?.slice(1) as [string, string]

it('knows the colours of the pages', () => {
  const of = (names: string[]) => names.map((name) => pairOf(tokens, name))
  const [paper, card, raised, ink] = of(['paper', 'card', 'raised', 'accent-ink'])
  expect(AROUND_ACCENT.light).toEqual([paper![0], card![0], raised![0]])
  // white is both the raised ground and the text on the accent
  expect(ink![0]).toBe(raised![0])
  expect(AROUND_ACCENT.dark).toEqual([paper![1], card![1], raised![1], ink![1]])
})

it('can be read on every ground, and what lies on it too', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (r, g, b) => {
      const style = accentStyle(`rgb(${r}, ${g}, ${b})`)!
      const [accent, wash] = [pairOf(style, 'accent'), pairOf(style, 'accent-wash')]
      for (const [n, mode] of (['light', 'dark'] as const).entries()) {
        for (const other of [...AROUND_ACCENT[mode], wash[n]!])
          expect(wcagContrast(accent[n]!, other)).toBeGreaterThanOrEqual(MIN_CONTRAST)
        for (const text of ['ink', 'soft'])
          expect(wcagContrast(pairOf(tokens, text)[n]!, wash[n]!)).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }
    }),
  )
})

it('keeps a colour that can be read, and takes every way to write one', () => {
  expect(pairOf(accentStyle('#1b6653')!, 'accent')[0]).toBe('#1b6653')
  for (const colour of ['rebeccapurple', '#abc', 'hsl(200 50% 40%)', 'oklch(0.6 0.2 30)', 'black', 'WHITE'])
    expect(accentStyle(colour), colour).toMatch(/^--accent:light-dark\(#\w{6},#\w{6}\);--accent-wash:/)
  for (const wrong of ['', 'blurple', '#12', '1b6653;color:red', 'url(x)'])
    expect(accentStyle(wrong), wrong).toBeNull()
})
