import { type Game, MAX_PLY } from '@tegenzet/contract'
import { legalMoves, ruleSet } from '@tegenzet/rules'
import { gameWithRepetition } from '../test/play/repetition-games.ts'
import { startServer } from '../test/server/harness.ts'
import { percentile } from './percentile.ts'

// `pnpm bench length`: how long calls take in a short game and in one that is almost as long as a game can get. Uses the
// embedded database, or the Postgres server in TEST_DATABASE_URL.

const GAMES = 40
const PLIES = [19, MAX_PLY - 1]
const PATHS = ['', '/legal-moves', '/moves', '/positions', '/moves?limit=100']

const server = await startServer()
const anna = await server.player('anna')
const bram = await server.player('bram')
for (const plies of PLIES) {
  const games: Game[] = []
  for (let n = 0; n < GAMES; n++) games.push(await gameWithRepetition(server, anna, bram, { plies }))
  await server.database.pool.query('ANALYZE')
  const results = [`a move ${await median(games, play)}`]
  for (const path of PATHS)
    results.push(`GET ${path || 'the game'} ${await median(games, ({ id }) => read(`/${id}${path}`))}`)
  console.log(`at ply ${plies}: ${results.join(', ')}`)
}
await server.close()

// with fetch, because calls of a test are checked against the document
async function play({ id, ply, position, rules, turn }: Game): Promise<void> {
  const [move] = legalMoves(ruleSet(rules), position)
  const { token } = turn === 'white' ? anna : bram
  const response = await fetch(`${server.url}/api/v1/games/${id}/moves`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ move, ply }),
  })
  if (response.status !== 201) throw new Error(`the move was answered with ${response.status}`)
  await response.json()
}

async function read(path: string): Promise<void> {
  await (await fetch(`${server.url}/api/v1/games${path}`)).json()
}

/** The median of one call per game, after a few to warm up. */
async function median(games: readonly Game[], call: (game: Game) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (const game of games) {
    const begun = performance.now()
    await call(game)
    times.push(performance.now() - begun)
  }
  return `${percentile(times.slice(5), 0.5).toFixed(1)} ms`
}
