import { randomBytes } from 'node:crypto'
import type { Database } from '@tegenzet/db'
import {
  decodeMove,
  legalMoves,
  type Move,
  type Position,
  playTurn,
  type RuleSet,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { hashToken } from '../src/accounts/credentials/token-secret.ts'
import { startServerProcess } from '../test/server/server-process.ts'
import { type Call, type Figures, measureCalls } from './http-load.ts'

// Players, games and moves for the benchmarks.

const RULES = ruleSet('muehle')
const HALMA = ruleSet('halma')

export interface Player {
  id: number
  token: string
}

/** A move to send. */
export interface Sent {
  game: number
  token: string
  move: string
  ply: number
}

/** Starts the server on a database, without a limit of requests. @param settings more than that */
export const startBenchServer = (databaseUrl: string, settings: Record<string, string> = {}) =>
  startUnlimited({ DATABASE_URL: databaseUrl, ...settings })

/** Starts the server on an embedded database, without a limit of requests. */
export const startEmbeddedServer = (dataDir: string) => startUnlimited({ DATA_DIR: dataDir })

const startUnlimited = (settings: Record<string, string>) =>
  startServerProcess({
    SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    ...settings,
  })

export async function insertPlayers({ pool }: Database, count: number): Promise<Player[]> {
  const tokens = Array.from({ length: count }, () => `tz_${randomBytes(24).toString('base64url')}`)
  const hashes = tokens.map(hashToken)
  const { rows } = await pool.query(
    `WITH named AS (
       SELECT nr, hash, 'p' || nextval('players_id_seq') AS name FROM unnest($1::bytea[]) WITH ORDINALITY AS t (hash, nr)
     ), player AS (
       INSERT INTO players (username, username_key) SELECT name, name FROM named RETURNING id, username
     ), account AS (
       INSERT INTO accounts (player_id, name, email, updated_at)
       SELECT id, username, username || '@example.org', now() FROM player RETURNING id, player_id, name
     ), token AS (
       INSERT INTO tokens (id, account_id, name, hash, scopes)
       SELECT gen_random_uuid(), a.id, 'bench', hash, '{game:read,game:play}' FROM account a JOIN named USING (name)
     )
     SELECT player_id AS id FROM account a JOIN named USING (name) ORDER BY nr`,
    [hashes],
  )
  return rows.map(({ id }, n) => ({ id, token: tokens[n]! }))
}

/** The players of games, each of which meets many others. */
export const pairsOf = (players: readonly Player[], games: number) =>
  Array.from(
    { length: games },
    (_, n) => [players[n % players.length]!, players[(n * 7 + 1) % players.length]!] as const,
  )

/** The beginning of a game. Position n results from ply n. */
export interface CourseOfGame {
  rules: RuleSet
  moves: Move[]
  positions: Position[]
}

/** A random mill game that goes on after `plies` plies. */
export const randomGame = (plies: number): CourseOfGame => playOut(RULES, plies, (moves) => moves)

/** A random Halma game that goes on after `plies` plies. Stones first leave their camp, and then stay outside. */
export function randomHalmaGame(plies: number): CourseOfGame {
  const { white, black } = HALMA.board.camps
  const camps = new Set([...white, ...black])
  return playOut(HALMA, plies, (moves) => {
    const inside = moves.filter((move) => camps.has(decodeMove(HALMA, move).from!))
    const outside = moves.filter((move) => !camps.has(decodeMove(HALMA, move).to))
    const leaving = inside.filter((move) => outside.includes(move))
    return [leaving, inside, outside].find(({ length }) => length > 0) ?? []
  })
}

/** @param choose the moves to choose from */
function playOut(rules: RuleSet, plies: number, choose: (legal: Move[]) => Move[]): CourseOfGame {
  for (;;) {
    const positions = [startPosition(rules)]
    const moves: Move[] = []
    while (moves.length < plies) {
      const choice = choose(legalMoves(rules, positions.at(-1)!))
      const move = choice[Math.floor(Math.random() * choice.length)]
      const played = move && playTurn(rules, positions.at(-1)!, move)
      if (!played?.ok || played.value.outcome) break
      moves.push(played.value.move)
      positions.push(played.value.position)
    }
    if (moves.length === plies) return { rules, moves, positions }
  }
}

/** Inserts running games in which `plies` plies of `record` have been played. @returns their ids */
export async function insertGames(
  { pool }: Database,
  pairs: readonly (readonly [Player, Player])[],
  record: CourseOfGame,
  plies: number,
): Promise<number[]> {
  const client = await pool.connect()
  // the rows satisfy the foreign keys: checking each would take most of the time
  await client.query('SET session_replication_role = replica')
  const { rows } = await client.query(
    `WITH created AS (
       INSERT INTO games (rules, rules_revision, white_id, black_id, position, ply, version, turn, last_move, clock,
         clock_since, deadline, white_remaining_ms, black_remaining_ms, turn_ms)
       SELECT $8, $9, white, black, $3, $4, $4, $5::side, $6, '{"kind":"per-move","days":3}'::jsonb, now(),
         now() + interval '3 days', 259200000, 259200000, 259200000
       FROM unnest($1::int[], $2::int[]) AS pair (white, black) RETURNING id
     ), moved AS (
       INSERT INTO moves (game_id, ply, move, played_at)
       SELECT id, ply, move, now() FROM created, unnest($7::text[]) WITH ORDINALITY AS played (move, ply)
     ) SELECT id FROM created ORDER BY id`,
    [
      pairs.map(([white]) => white.id),
      pairs.map(([, black]) => black.id),
      record.positions[plies],
      plies,
      plies % 2 === 0 ? 'white' : 'black',
      record.moves[plies - 1] ?? null,
      record.moves.slice(0, plies),
      record.rules.id,
      record.rules.revision,
    ],
  )
  client.release(true)
  return rows.map(({ id }) => id)
}

/** Sends moves over all connections, each as soon as the one before is answered. */
export const measure = (
  url: string,
  seconds: number,
  movesOf: (connection: number) => Iterator<Sent>,
): Promise<Figures> => measureCalls(url, seconds, (connection) => callsOf(movesOf(connection)))

function* callsOf(moves: Iterator<Sent>): Generator<Call> {
  for (let next = moves.next(); !next.done; next = moves.next()) {
    const { game, token, move, ply } = next.value
    yield {
      method: 'POST',
      path: `/api/v1/games/${game}/moves`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ move, ply }),
      status: 201,
    }
  }
}
