import { clampChroma, converter, formatHex, type Oklch, parse, wcagContrast } from 'culori'

/** The colours of the client's tokens (tokens.css) that the accent lies on, and that lie on it as text. */
export const AROUND_ACCENT = {
  light: ['#f4efe6', '#fcf9f3', '#ffffff'],
  dark: ['#171512', '#201d19', '#2a2620', '#0c1a16'],
} as const
/** What WCAG 2.2 asks of text (AA). */
export const MIN_CONTRAST = 4.5
const STEP = 0.005
/** A wash is pale, so that text can be read on it. */
const WASH = { light: 0.93, dark: 0.29, chroma: 0.03 }

const toOklch = converter('oklch')

/**
 * The client's tokens for a colour of the host's, darkened for light pages and lightened for dark ones until each has enough
 * contrast.
 * @param text a CSS colour
 * @returns declarations for a `style` attribute; null if it is no colour
 */
export function accentStyle(text: string): string | null {
  const colour = toOklch(parse(text))
  if (!colour) return null
  const [light, dark] = [readable(colour, 'light'), readable(colour, 'dark')]
  const wash = `light-dark(${light.wash},${dark.wash})`
  return `--accent:light-dark(${light.accent},${dark.accent});--accent-wash:${wash}`
}

/** The nearest lightness with enough contrast: black and white have it. */
function readable({ l, c, h = 0 }: Oklch, mode: 'light' | 'dark'): { accent: string; wash: string } {
  const hex = (l: number, c: number) => formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'))
  const wash = hex(WASH[mode], Math.min(c, WASH.chroma))
  const around = [...AROUND_ACCENT[mode], wash]
  const step = mode === 'light' ? -STEP : STEP
  for (let lightness = l; lightness > 0 && lightness < 1; lightness += step) {
    const accent = hex(lightness, c)
    if (around.every((other) => wcagContrast(accent, other) >= MIN_CONTRAST)) return { accent, wash }
  }
  return { accent: mode === 'light' ? '#000000' : '#ffffff', wash }
}
