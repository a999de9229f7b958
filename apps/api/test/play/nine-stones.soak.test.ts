import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalMoves, ruleSet, stonesOn } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { runTegenzet } from '../server/run-tegenzet.ts'
import { beginGame, randomGame } from './begin-game.ts'
import { claimByCommands } from './claim-by-commands.ts'
import { coveredEndings } from './covered-endings.ts'
import { insertMoves, postClaim } from './repetition-games.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nine-'))
  server = await startServer({ env: { DATA_DIR: dataDir } })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(async () => {
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The moves of a random game up to the first position with nine stones and empty hands. */
function nineStones(id: 'muehle' | 'merels'): string[] {
  for (let seed = 1; ; seed++) {
    const { moves, positions, outcome } = randomGame(id, seeded(seed), 300)
    const ply = positions.findIndex(
      (position, n) =>
        n >= 18 &&
        !(outcome && n === moves.length) &&
        stonesOn(ruleSet(id), position).reduce((sum, stones) => sum + stones) === 9 &&
        legalMoves(ruleSet(id), position).length > 0,
    )
    if (ply > 0) return moves.slice(0, ply)
  }
}

it.each(['muehle', 'merels'] as const)(
  'a host builds nine stones of %s, and the running server rules by them',
  {
    timeout: 3_600_000,
  },
  async (id) => {
    const moves = nineStones(id)
    const game = await insertMoves(
      server,
      await beginGame(anna, bram, { rules: id, provenDraws: true }),
      moves,
    )
    const claim = () =>
      postClaim(game.turn === 'white' ? anna : bram, game, { ground: 'proven-draw', position: game.ply })
    const notCovered = {
      code: 'not-covered',
      params: { stones: stonesOn(ruleSet(id), game.position), covered: 8 },
    }
    expect((await claim()).body.refusals).toContainEqual(notCovered)

    await runTegenzet(['tables', 'build', id, '9'], { env: { DATA_DIR: dataDir } })

    expect((await server.call('getAbout')).body.tables).toMatchObject({ [id]: 9 })
    expect((await claim()).body.refusals ?? []).not.toContainEqual(notCovered)
    const wanted = new Set([true, false])
    for await (const ending of coveredEndings(server.deps.tables, id)) {
      const nine = stonesOn(ruleSet(id), ending.position).reduce((sum, stones) => sum + stones) === 9
      if (!nine || !wanted.delete(ending.value === 'draw')) continue
      await claimByCommands(server, anna, bram, { rules: id, ...ending })
      if (wanted.size === 0) break
    }
    expect(wanted.size).toBe(0)
  },
)
