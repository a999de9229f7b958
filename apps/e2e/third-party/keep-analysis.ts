import { type Api, expectSuccess } from './api.ts'
import { addComment, joinLines, readLines, writeTree } from './lines.ts'
import { pickSeeded, seededRandom } from './seeded-random.ts'

interface Remark {
  moves: string[]
  comment: string
}

/** What a device has written, and what the server answered. */
export interface Kept {
  remarks: Remark[]
  /** The versions that the server confirmed. */
  versions: number[]
  conflicts: number
}

/** No mill can arise from so few moves, so that every point may follow every other. */
const PLIES = 4

/** Lines from the start with a remark each, which often begin with the same moves. */
export function inventRemarks(points: readonly string[], count: number, ...seed: string[]): Remark[] {
  return Array.from({ length: count }, (_, n) => {
    const moves: string[] = []
    const length = 1 + Math.floor(seededRandom(...seed, n) * PLIES)
    while (moves.length < length) {
      const choice = points.slice(0, 6).filter((point) => !moves.includes(point))
      moves.push(pickSeeded(choice, ...seed, n, moves.length))
    }
    return { moves, comment: `${seed.join(' ')} thought ${n}` }
  })
}

/**
 * Writes remarks into a player's own analysis of a game, one after another, as one of several devices: after a 409 it joins
 * what is stored with its own tree and tries again, as the guide says.
 */
export async function keepAnalysis(api: Api, game: any, remarks: Remark[]): Promise<Kept> {
  const params = { id: game.id }
  const kept: Kept = { remarks, versions: [], conflicts: 0 }
  const stored = await expectSuccess(api.call('getGameAnalysis', { params }))
  let { version } = stored
  let lines = readLines(stored.tree)
  for (const { moves, comment } of remarks) {
    addComment(lines, moves, comment)
    for (;;) {
      const body = { tree: writeTree(game.rules, lines), version }
      const answer = await api.call('saveGameAnalysis', { params, body })
      if (answer.status === 409) {
        const { current } = answer.body
        lines = joinLines(readLines(current.tree), lines)
        version = current.version
        kept.conflicts++
      } else {
        version = (await expectSuccess(Promise.resolve(answer))).version
        kept.versions.push(version)
        break
      }
    }
  }
  return kept
}
