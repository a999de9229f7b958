import type { Game, Standings } from '@tegenzet/contract'
import { type Position, playTurn, ruleSet, startPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explorerConsumer } from '../../src/analysis/explorer/count-games.ts'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { findEnding, gameInEnding } from './covered-endings.ts'
import { insertMoves, postClaim } from './repetition-games.ts'

const RULES = 'merels-wild'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let cato: TestPlayer
let boss: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  cato = await server.player('cato')
  boss = await server.player('boss', { role: 'admin' })
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
})
afterAll(() => server?.close())

const claim = (player: TestPlayer, game: Game) =>
  postClaim(player, game, { ground: 'proven-draw', position: game.ply })

it('a proven draw is half a point, and a draw in ratings, statistics, explorer and record', async () => {
  const clock = { kind: 'per-move', days: 3 }
  const terms = {
    rules: RULES,
    clock,
    provenDraws: true,
    rated: true,
    maxEntrants: 3,
    groupSize: 3,
    advance: 1,
  }
  const tournament = await boss.call('createTournament', { body: { name: 'Proven', ...terms } })
  const about = { params: { id: tournament.body.id } }
  const players = [anna, bram, cato]
  for (const player of players) await player.call('enterTournament', about)
  await boss.call('startTournament', about)
  const [first] = (await server.call('listTournamentGames', about)).body.items as Game[]
  const { moves } = await findEnding(server.deps.tables, RULES, ({ value }) => value === 'draw')
  const game = await insertMoves(server, first!, moves)
  const pair = [game.white, game.black].map((user) => players.find(({ id }) => id === user.id)!)
  const { body } = await claim(pair[game.turn === 'white' ? 0 : 1]!, game)
  expect(body.game.outcome).toEqual({ winner: null, reason: 'proven-draw' })

  const { groups } = (await server.call('getStandings', about)).body as Standings
  const points = groups[0]!.items.map(({ user, points }) => [user.username, points])
  for (const { username } of pair) expect(points).toContainEqual([username, 0.5])

  await consumeAllEvents(server, ratingsConsumer(server.deps))
  await consumeAllEvents(server, explorerConsumer)
  const { ratings } = (await server.call('getGame', { params: { id: game.id } })).body
  // players who had no rating before keep the rating that they begin with
  expect(ratings).toMatchObject({ white: { after: { rating: 1500 } }, black: { after: { rating: 1500 } } })

  for (const { username } of pair) {
    const { results } = (await server.call('getStatistics', { params: { username } })).body
    expect(results).toMatchObject([{ rules: RULES, won: 0, drawn: 1, lost: 0 }])
  }
  const start = startPosition(ruleSet(RULES))
  const turn = playTurn(ruleSet(RULES), start, moves[0]!)
  const positions: Position[] = [start, ...(turn.ok ? [turn.value.position] : [])]
  expect(positions).toHaveLength(2)
  for (const position of positions) {
    const explored = await server.call('explore', { params: { rules: RULES }, query: { position } })
    expect(explored.body).toMatchObject({ games: 1, white: 0, draws: 1, black: 0 })
  }
  const record = await server.call('exportGame', { params: { id: game.id }, query: { format: 'pgn' } })
  expect(`${record.body}`).toContain('[Termination "proven-draw"]')
  expect(`${record.body}`).toContain('[Result "1/2-1/2"]')
})

it.each([
  ['upheld', true],
  ['rejected', false],
] as const)(
  'a claim that is %s gives the opponent one notification, and the claimant none',
  async (verdict, drawn) => {
    const game = await gameInEnding(server, anna, bram, { drawn })
    const by = game.turn === 'white' ? anna : bram
    const other = by === anna ? bram : anna
    const before = [(await notificationsOf(server, by)).length, (await notificationsOf(server, other)).length]
    const { body } = await claim(by, game)
    const added = [
      (await notificationsOf(server, by)).slice(0, -before[0]!),
      (await notificationsOf(server, other)).slice(0, -before[1]!),
    ]
    const ruled = { kind: 'claim-ruled', claim: body.claim.id, rules: RULES, verdict, ground: 'proven-draw' }
    expect(added).toEqual([[], [{ ...ruled, own: false }]])
  },
)
