import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SeparateServer, startSeparateServer } from '../src/server.ts'
import { type Api, expectSuccess, openApi } from './api.ts'
import { importRecords, listAll, splitRecords, writeRecords } from './import-records.ts'
import { inventRemarks, type Kept, keepAnalysis } from './keep-analysis.ts'
import { readLines } from './lines.ts'
import { beginGame, type Opponents, type PlayedGame, playOpenings } from './play-openings.ts'
import { createToken, registerSession } from './register-account.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261126)
const { REMARKS, GAMES, RECORDS } = process.env.SOAK
  ? { REMARKS: 300, GAMES: 200, RECORDS: 1000 }
  : { REMARKS: 20, GAMES: 6, RECORDS: 60 }
const RULES = 'muehle'
const SCOPES = ['game:read', 'game:play', 'challenge:write', 'analysis:read', 'analysis:write']
const NAMES = ['hopper', 'bedstone'] as const

let server: SeparateServer
let api: Api
let opponents: Opponents
/** A second program of white's player. */
let second: Api
let points: string[]
beforeAll(async () => {
  server = await startSeparateServer({ NEW_ACCOUNT_DAYS: '0', RATE_LIMIT: '1200' })
  api = await openApi([server.url])
  const sessions = await Promise.all(NAMES.map((name) => registerSession(api, name)))
  const [white, black] = await Promise.all(
    sessions.map(async (session, n) => ({
      api: await createToken(api, session, SCOPES),
      name: NAMES[n]!,
    })),
  )
  opponents = { white: white!, black: black! }
  second = await createToken(api, sessions[0]!, SCOPES)
})
afterAll(() => server?.close())

test('two programs of one player keep the analysis of a running game over a crash', async () => {
  const { white, black } = opponents
  const game = await beginGame(opponents, RULES)
  const params = { id: game.id }
  points = (await expectSuccess(white.api.call('getLegalMoves', { params }))).moves
  const devices = [white.api, second].map((device, n) =>
    keepAnalysis(device, game, inventRemarks(points, REMARKS, `${SEED}`, `device ${n}`)),
  )
  const line: string[] = []
  for (const [ply, { api: player }] of [white, black, white].entries()) {
    const move = points[ply]!
    await expectSuccess(player.call('playMove', { params, body: { move, ply } }))
    line.push(move)
    if (ply === 1) {
      await server.crash()
      await server.restart()
    }
  }
  const { position } = await expectSuccess(api.call('getGame', { params }))
  const place = { params: { rules: RULES }, query: { position } }
  const refused = await white.api.call('explore', place)
  expect([refused.status, refused.body.code]).toEqual([403, 'game-running'])
  const kept = await Promise.all(devices)
  await expectSuccess(black.api.call('resign', { params }))

  expect(kept.reduce((sum, { conflicts }) => sum + conflicts, 0)).toBeGreaterThan(0)
  const stored = await expectSuccess(white.api.call('getGameAnalysis', { params }))
  expectEverything(kept, stored)
  const lines = readLines(stored.tree)
  const { items } = await expectSuccess(white.api.call('listNotes', { params }))
  const remarked = line.flatMap((_, n) => lines.get(line.slice(0, n + 1).join(' ')) || [])
  expect(items.map(({ text }: any) => text)).toEqual(remarked)
  const others = await black.api.call('getGameAnalysis', { params })
  expect(others.body).toEqual({ tree: null, version: 0 })
})

/** No version was given twice, the last one is stored, and no remark is missing. */
function expectEverything(kept: readonly Kept[], { tree, version }: { tree: any; version: number }): void {
  const versions = kept.flatMap((each) => each.versions).sort((a, b) => a - b)
  expect(new Set(versions).size).toBe(versions.length)
  expect(versions).toHaveLength(kept.length * REMARKS)
  expect(versions.at(-1)).toBe(version)
  const lines = readLines(tree)
  for (const { moves, comment } of kept.flatMap(({ remarks }) => remarks))
    expect(lines.get(moves.join(' '))?.split('\n'), moves.join(' ')).toContain(comment)
}

test('a program imports games as analyses', async () => {
  const { white } = opponents
  const played = await playOpenings(opponents, { rules: RULES, games: GAMES, seed: SEED })
  const exported = await expectSuccess(
    white.api.call('exportGames', { query: { format: 'pgn' }, body: { ids: played.map(({ id }) => id) } }),
  )
  const own = splitRecords(exported).map((text, n) => ({
    text,
    moves: played[n]!.moves,
    title: NAMES.join(' – '),
  }))
  expect(own).toHaveLength(GAMES)
  const records = [...own, ...writeRecords(points, RULES, RECORDS - GAMES)]
  const analyses = await importRecords(
    white.api,
    records.map(({ text }) => text),
  )
  for (const [n, { moves, title }] of records.entries()) {
    expect(analyses[n].title).toBe(title)
    const main = [...readLines(analyses[n].tree).keys()].filter((path) => moves.join(' ').startsWith(path))
    expect(main).toHaveLength(moves.length)
  }
  const listed = await listAll(white.api, 'listAnalyses')
  expect(listed.map(({ id }) => id).sort()).toEqual(analyses.map(({ id }) => id).sort())
  const { usage } = await expectSuccess(white.api.call('listAnalyses'))
  expect(usage).toMatchObject({ analyses: RECORDS })
  const both = `${records[0]!.text}\n${records[1]!.text}`
  const refused = await white.api.call('createAnalysis', { body: { record: both } })
  expect([refused.status, refused.body.code]).toEqual([422, 'malformed-record'])
  await expectExplored(played)
})

/** The explorer knows every game that was played, by every position of it. */
async function expectExplored(played: readonly PlayedGame[]): Promise<void> {
  const params = { rules: RULES }
  const explore = (query: Record<string, string> = {}) =>
    expectSuccess(api.call('explore', { params, query }))
  // with the game of the analysis
  const finished = played.length + 1
  await expect.poll(async () => (await explore()).games, { timeout: 60_000, interval: 500 }).toBe(finished)
  const start = await explore({ player: NAMES[0] })
  expect([start.games, start.draws]).toEqual([finished, 0])
  expect(start.white).toBe(1 + played.filter(({ winner }) => winner === 'white').length)
  expect(start.recent[0].id).toBe(played.at(-1)!.id)
  for (const { id, moves } of played) {
    const positions = await expectSuccess(api.call('listPositions', { params: { id } }))
    for (const [ply, { position }] of positions.items.entries()) {
      const seen = await explore({ position })
      const found = await listAll(api, 'listGames', { rules: RULES, position })
      expect(found.map((game) => game.id)).toContain(id)
      expect(found).toHaveLength(seen.games)
      expect(seen.white + seen.draws + seen.black).toBe(seen.games)
      const went = seen.moves.reduce((sum: number, { games }: any) => sum + games, 0)
      expect(went).toBeLessThanOrEqual(seen.games)
      expect(went, `${id} ${ply}`).toBeGreaterThanOrEqual(ply < moves.length ? 1 : 0)
    }
  }
}
