import { type Api, expectSuccess } from './api.ts'

/** A record of one game, and what is in it. */
interface ForeignRecord {
  text: string
  moves: string[]
  title: string
}

/** Records at once. */
const AT_ONCE = 3

/** Records as another program would write them: with a comment, a variation and no more tags than needed. */
export function writeRecords(points: readonly string[], rules: string, count: number): ForeignRecord[] {
  return Array.from({ length: count }, (_, n) => {
    // too few moves for a mill, so that every point may follow every other
    const step = 1 + (Math.floor(n / points.length) % 4)
    const [a, b, c, d, other] = [0, 1, 2, 3, 4].map((ply) => points[(n + ply * step) % points.length]!)
    const tags = `[White "Student ${n}"]\n[Black "Teacher"]\n[Rules "${rules}"]`
    const text = `${tags}\n\n1. ${a} {Lesson ${n}} ${b} $1 (1... ${other}) 2. ${c} ${d} *\n`
    return { text, moves: [a!, b!, c!, d!], title: `Student ${n} – Teacher` }
  })
}

/** The records of a file, each by itself. */
export const splitRecords = (file: string): string[] =>
  file.split(/^(?=\[Event )/m).filter((text) => text.trim() !== '')

/** Makes an analysis of each record. @returns what the server answered, in the order of the records */
export async function importRecords(api: Api, records: readonly string[]): Promise<any[]> {
  const analyses: any[] = []
  let next = 0
  const work = async () => {
    while (next < records.length) {
      const index = next++
      const body = { record: records[index] }
      analyses[index] = (await expectSuccess(api.call('createAnalysis', { body }))).analysis
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return analyses
}

/** All items of a list in pages. */
export async function listAll(
  api: Api,
  operationId: string,
  query: Record<string, string | number> = {},
): Promise<any[]> {
  const items: any[] = []
  for (let cursor: string | null = null; ; ) {
    const page: any = await expectSuccess(
      api.call(operationId, { query: { ...query, limit: 100, ...(cursor !== null && { cursor }) } }),
    )
    items.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) return items
  }
}
