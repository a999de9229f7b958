import type { Game } from '@tegenzet/contract'
import { decodePosition, legalMoves, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../../packages/client/src/index.ts'
import { answerGame } from '../../../bot/src/answer-game.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { coveredEndings, type Ending, playQuietly } from '../play/covered-endings.ts'
import { insertMoves } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bot: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bot = await server.player('robot', { kind: 'bot' })
})
afterAll(() => server?.close())

/** A game in which the bot is to move and nothing has happened for 20 plies, or for fewer. */
async function quietGame(rules: 'merels-wild' | 'muehle', drawn: boolean, quiet = true): Promise<Game> {
  const set = ruleSet(rules)
  const { tables } = server.deps
  let found: Ending | null = null
  for await (const ending of coveredEndings(tables, rules)) {
    if ((ending.value === 'draw') !== drawn) continue
    found = await playQuietly(tables, rules, ending, quiet ? 20 : 0)
    if (found) break
  }
  if (!found) throw new Error('no such ending')
  const { moves, position } = found
  const isWhite = decodePosition(set, position).side === 'white'
  const [white, black] = isWhite ? [bot, anna] : [anna, bot]
  return insertMoves(server, await beginGame(white, black, { rules, provenDraws: true }), moves)
}

/** Lets the bot act once. Its search sees this score, and plays without a capture. */
async function act(game: Game, scoreWithoutTables: number) {
  const asked: boolean[] = []
  const after = await answerGame(
    {
      client: createClient({ baseUrl: server.url, token: bot.token }),
      side: game.white.id === bot.id ? 'white' : 'black',
      signal: new AbortController().signal,
      think: async ({ rules }, positions, _, { tables } = { tables: true }) => {
        asked.push(tables)
        const moves = legalMoves(ruleSet(rules), positions.at(-1)!)
        return { move: moves.find((move) => !move.includes('x'))!, score: tables ? 300 : scoreWithoutTables }
      },
    },
    game,
  )
  return { after: after!, asked }
}
const claimsOf = async ({ id }: Game) => (await server.call('listClaims', { params: { id } })).body.items

it('claim once, right or wrong, by a search without tables', async () => {
  const drawn = await act(await quietGame('merels-wild', true), 40)
  expect(drawn.after.outcome).toEqual({ winner: null, reason: 'proven-draw' })
  expect(drawn.asked).toEqual([true, false])

  const lost = await quietGame('merels-wild', false)
  const first = await act(lost, -40)
  expect(first.after).toMatchObject({ status: 'active', ply: lost.ply })
  const second = await act(first.after, 0)
  expect(second.after.ply).toBe(lost.ply + 1)
  expect(second.asked).toEqual([true])
  expect(await claimsOf(lost)).toMatchObject([{ ground: 'proven-draw', state: 'rejected' }])
})

it('play on where the search sees an advantage, or a stone was taken a short while ago', async () => {
  const better = await quietGame('merels-wild', true)
  expect((await act(better, 60)).after.ply).toBe(better.ply + 1)
  const early = await quietGame('merels-wild', true, false)
  expect((await act(early, 0)).after.ply).toBe(early.ply + 1)
  expect([await claimsOf(better), await claimsOf(early)]).toEqual([[], []])
})

it('offer first where the rule set asks for it', async () => {
  const game = await quietGame('muehle', true)
  const offered = (await act(game, 0)).after
  expect(offered.drawOffer).toMatchObject({ ground: 'proven-draw', position: game.ply + 1 })
  await anna.call('declineDrawOffer', { params: { id: offered.drawOffer!.id } })
  const reply = legalMoves(ruleSet('muehle'), offered.position).find((move) => !move.includes('x'))!
  const played = await anna.call('playMove', {
    params: { id: game.id },
    body: { move: reply, ply: offered.ply },
  })
  const { after } = await act(played.body.game, 0)
  const claims = await claimsOf(game)
  expect(claims).toMatchObject([
    { ground: 'proven-draw', offer: offered.drawOffer!.id, position: game.ply + 2 },
  ])
  expect(after.version).toBe(played.body.game.version + 1)
})
