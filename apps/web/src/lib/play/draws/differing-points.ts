import type { Evidence } from '@tegenzet/rules'

/** By position number, the points on which it differs from its neighbours in the claim. */
export function differingPoints({ findings }: Evidence): Map<number, string[]> {
  const differing = new Map<number, string[]>()
  for (const { code, params } of findings) {
    if (code !== 'positions-differ') continue
    const { positions, points } = params as { positions: number[]; points: string[] }
    for (const n of positions) differing.set(n, [...new Set([...(differing.get(n) ?? []), ...points])])
  }
  return differing
}
