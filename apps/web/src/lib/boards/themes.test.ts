import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { boardTheme } from './board-settings.svelte.ts'

const CSS = readFileSync(`${import.meta.dirname}/themes.css`, 'utf8')

/** The tokens of a theme, those of the first one where it has none of its own. */
function tokensOf(theme: string): Map<string, string> {
  const blocks = CSS.split('}').filter((block) => block.includes(':root') || block.includes(`"${theme}"`))
  return new Map(
    blocks.flatMap((block) =>
      [...block.matchAll(/--([\w-]+): (.+);/g)].map(
        ([, name, value]) => [name as string, value as string] as const,
      ),
    ),
  )
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const THEMES = boardTheme.choices.flatMap((theme) => [[theme, 'light'] as const, [theme, 'dark'] as const])

describe.each(THEMES)('on the board %s, %s', (theme, mode) => {
  const tokens = tokensOf(theme)
  const colour = (name: string): string => {
    const value = tokens.get(name) as string
    const both = /^light-dark\((.+), (.+)\)$/.exec(value)
    return (both ? both[mode === 'light' ? 1 : 2] : value) as string
  }
  const woods = ['wood-1', 'wood-2', 'wood-3'].map(colour)
  const onWood = (name: string) => Math.min(...woods.map((wood) => contrast(colour(name), wood)))

  it.each(['groove', 'camp', 'mark', 'loss'])('%s stands out', (name) => {
    expect(onWood(name)).toBeGreaterThanOrEqual(3)
  })

  it('stones stand out by their face or by their edge, and from each other', () => {
    for (const stone of ['bone', 'slate'])
      for (const wood of woods)
        expect(
          Math.max(...['2', 'edge'].map((part) => contrast(colour(`${stone}-${part}`), wood))),
          `${stone} on ${wood}`,
        ).toBeGreaterThanOrEqual(3)
    expect(contrast(colour('bone-2'), colour('slate-2'))).toBeGreaterThanOrEqual(7)
  })

  it('coordinates can be read', () => {
    for (const frame of ['frame-1', 'frame-2'])
      expect(contrast(colour('frame-ink'), colour(frame))).toBeGreaterThanOrEqual(4.5)
  })
})
