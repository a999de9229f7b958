const FRACTIONS: Record<number, string> = { 0: '', 0.25: '¼', 0.5: '½', 0.75: '¾' }

/** Points as tables print them: "2½". Sonneborn-Berger has quarters. */
export function formatPoints(points: number): string {
  const whole = Math.floor(points)
  const fraction = FRACTIONS[points - whole] ?? ''
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`
}
