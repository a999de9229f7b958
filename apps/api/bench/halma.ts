import { openDatabase, tempPostgres } from '@tegenzet/db'
import {
  insertGames,
  insertPlayers,
  measure,
  pairsOf,
  randomHalmaGame,
  type Sent,
  startBenchServer,
} from './move-load.ts'
import { postmasterOf, processorTime } from './processor-time.ts'

// `pnpm bench halma [SECONDS]`: what a move costs in Halma games of 40 plies and in such of 400: the processor time of server
// and Postgres, which other programs on the machine hardly change, and moves per second. Needs Linux and PostgreSQL.
//
// hot: the server remembers every game. cold: each move is in another of more games than it remembers.

const SECONDS = Number(process.argv[2] ?? 8)
const PLIES = [40, 400]
/** `more`: how many plies each game can go on. */
const LOADS = { hot: { games: 800, more: 60 }, cold: { games: 5200, more: 12 } }
const GAMES_PER_INSERT = 500

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
const server = await startBenchServer(postgres.url)
try {
  const postmaster = await postmasterOf(database)
  const players = await insertPlayers(database, 1000)
  await play('warm-up', 40, LOADS.hot)
  for (const [name, load] of Object.entries(LOADS)) {
    const [short, long] = [await play(name, PLIES[0]!, load), await play(name, PLIES[1]!, load)]
    console.log(`${name}, ratio`.padEnd(20) + (long / short).toFixed(2))
  }

  /** @returns processor time per move, in milliseconds */
  async function play(name: string, plies: number, { games, more }: typeof LOADS.hot): Promise<number> {
    const record = randomHalmaGame(plies + more)
    const pairs = pairsOf(players, games)
    const ids: number[] = []
    for (let from = 0; from < games; from += GAMES_PER_INSERT)
      ids.push(...(await insertGames(database, pairs.slice(from, from + GAMES_PER_INSERT), record, plies)))
    await database.pool.query('VACUUM ANALYZE')
    await database.pool.query('CHECKPOINT')
    let sent = 0
    /** Every game once, then every game once again. */
    const moves = (function* (): Generator<Sent> {
      for (let ply = plies; ply < plies + more; ply++)
        for (const [n, game] of ids.entries()) {
          sent++
          yield { game, token: pairs[n]![ply % 2]!.token, move: record.moves[ply]!, ply }
        }
    })()
    const before = processorTime(server.pid, postmaster)
    const { perSecond } = await measure(server.url, SECONDS, () => moves)
    const after = processorTime(server.pid, postmaster)
    const [inServer, inPostgres] = [0, 1].map((n) => (after[n]! - before[n]!) / sent)
    const time = `${inServer!.toFixed(2)} ms in the server and ${inPostgres!.toFixed(2)} in Postgres per move`
    console.log(`${`${name}, ${plies} plies`.padEnd(20)}${time}, ${perSecond.toFixed(0)} moves per second`)
    return inServer! + inPostgres!
  }
} finally {
  await server.end('SIGTERM')
  await database.close()
  await postgres.stop()
}
