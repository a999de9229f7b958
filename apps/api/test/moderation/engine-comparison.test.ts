import { bestMove, ENGINE_VERSION } from '@tegenzet/engine'
import { play, ruleSet, startPosition, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { compareMoves, OPENING_PLIES } from '../../src/moderation/engine-comparison/compare-moves.ts'
import { keepsValue } from '../../src/moderation/engine-comparison/keeps-value.ts'
import { codeOf, type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let boss: Person
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'boss' }, jobs: ['engine-comparisons'] })
  boss = await registerPerson(server, 'boss')
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const MUEHLE = ruleSet('muehle')

/** The first plies of a game between engines: white's searches deeply, black's looks `blackDepth` plies ahead. */
function unequalGame(blackDepth: number, plies: number) {
  const random = seeded(1)
  const positions = [startPosition(MUEHLE)]
  const moves: string[] = []
  while (moves.length < plies) {
    const maxDepth = moves.length % 2 === 0 ? 6 : blackDepth
    const { move } = bestMove(MUEHLE, positions, { maxDepth, maxMillis: 60_000, now: () => 0, random })!
    const played = play(MUEHLE, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    moves.push(move)
    positions.push(played.value.position)
  }
  return { moves, positions }
}

async function playGame(white: TestPlayer, black: TestPlayer, moves: string[]): Promise<void> {
  const game = await playMoves(await beginGame(white, black), white, black, moves)
  if (game.status === 'active') await black.call('resign', { params: { id: game.id } })
}

const request = (username: string, by: Pick<Person, 'call'> = boss) =>
  by.call('requestEngineComparison', { params: { username }, body: { reason: 'Melding 12' } })
const comparison = (username: string, by: Pick<Person, 'call'> = boss) =>
  by.call('getEngineComparison', { params: { username } })

test('a move agrees or differs, openings and decided positions do not count', () => {
  const { moves, positions } = unequalGame(1, 20)
  const verdicts = compareMoves(MUEHLE, positions, moves)
  expect(verdicts.slice(0, OPENING_PLIES)).toEqual(Array(OPENING_PLIES).fill('not-counted'))
  const ofSide = (side: 0 | 1) => verdicts.slice(OPENING_PLIES).filter((_, nr) => nr % 2 === side)
  expect(ofSide(0)).toEqual(Array(6).fill('agrees'))
  expect(ofSide(1)).toContain('differs')
  expect(compareMoves(MUEHLE, positions, moves)).toEqual(verdicts)
  // nine stones against four
  const won = Array(OPENING_PLIES + 2).fill(trustedPosition('ww./w.w/w../..b.ww/..b/w.b/w.b w 0 0 0 40'))
  expect(compareMoves(MUEHLE, won, Array(OPENING_PLIES + 1).fill('a7-d7')).at(-1)).toBe('not-counted')
})

test('an admin gets the agreement of a player beside that of others, and the request is logged', async () => {
  const cato = await server.player('cato')
  const dirk = await server.player('dirk')
  await playGame(anna, bram, unequalGame(1, 20).moves)
  await playGame(cato, dirk, unequalGame(3, 20).moves)
  // a running game does not count
  await playMoves(await beginGame(anna, cato, { rules: 'moulin' }), anna, cato, ['d6'])

  expect((await comparison('anna')).body).toMatchObject({ state: 'none', rules: [] })
  const asked = await request('ANNA')
  expect([asked.status, asked.body.state]).toEqual([202, 'pending'])
  await expect.poll(async () => (await comparison('anna')).body.state).toBe('ready')
  const { body } = await comparison('anna')
  expect(body).toMatchObject({
    requestedBy: { username: 'boss' },
    readyAt: server.clock.now().toISOString(),
    rules: [
      { rules: 'muehle', games: 1, player: { moves: 6, agreement: 1 }, opponents: { quartiles: null } },
    ],
  })
  const [{ opponents, others, exact }] = body.rules
  // nobody came so far that tables know the position
  expect(exact).toMatchObject({ player: { moves: 0, agreement: null }, others: { moves: 0 } })
  expect(body).toMatchObject({ engineVersion: ENGINE_VERSION, outdated: false })
  expect(opponents.agreement).toBeLessThan(1)
  // of both players of the other game
  expect(others).toMatchObject({ moves: 12, players: 0, quartiles: null })

  const { items } = (await boss.call('listAdminActs', { query: { player: 'anna' } })).body
  expect(items).toMatchObject([{ kind: 'moves-compared', by: { username: 'boss' }, reason: 'Melding 12' }])
})

test('only admins ask, not about themselves, and a second request meanwhile changes nothing', async () => {
  const warden = await server.player('warden', { roles: ['moderator'] })
  for (const call of [request, comparison]) {
    expect(codeOf(await call('anna', warden))).toBe('forbidden')
    expect(codeOf(await call('boss'))).toBe('yourself')
    expect(codeOf(await call('nobody'))).toBe('not-found')
  }
  const acts = () => server.database.prisma.adminAct.count({ where: { kind: 'moves-compared' } })
  const before = await acts()
  const answers = await Promise.all([request('bram'), request('bram')])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(await acts()).toBe(before + 1)
  await expect.poll(async () => (await comparison('bram')).body.state).toBe('ready')
})

test('against endgame tables a move agrees if it keeps the value that another would lose', async () => {
  const { tables } = server.deps
  const verdictOf = async (text: string, move: string) =>
    (await keepsValue(tables, MUEHLE, [trustedPosition(text)], [move]))[0]
  const won = 'ww./..w/..b/....../.b./.../..b w 0 0 0 40'
  expect(await verdictOf(won, 'f6-g7xd3')).toBe('agrees')
  expect(await verdictOf(won, 'a7-a4')).toBe('differs')
  // stones in hand
  expect(await verdictOf(startPosition(MUEHLE), 'd6')).toBe('not-counted')
  expect(await keepsValue(tables, ruleSet('halma'), [startPosition(ruleSet('halma'))], ['g2-f3'])).toEqual([
    'not-counted',
  ])
})

test('a comparison that an older engine made is marked', async () => {
  const playerId = anna.id
  await server.database.prisma.engineComparison.updateMany({
    where: { playerId },
    data: { engineVersion: null },
  })
  expect((await comparison('anna')).body).toMatchObject({
    state: 'ready',
    engineVersion: null,
    outdated: true,
  })
})
