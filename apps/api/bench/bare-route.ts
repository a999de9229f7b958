import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '@tegenzet/db'
import Fastify from 'fastify'

// The least that a route can do to write a move: Fastify, the server's own pool, and one prepared statement that writes
// the rows of a move without looking at anything. `pnpm bench moves` compares the server with it.
//
// `bare-route.ts DATABASE_URL PAYLOAD_FILE` prints its URL. The file has the game that each event and answer contain.

/** Writes the rows that `changeGames` writes for a move, in game $1. */
export const MOVE_SQL = `
  WITH changed AS (
    UPDATE games SET status = 'active', version = version + 1, turn = 'white', ply = ply + 1, position = $2,
      last_move = 'd6', clock_since = now(), deadline = now() + interval '3 days', white_remaining_ms = 259200000,
      black_remaining_ms = 259200000, turn_ms = 259200000, updated_at = now()
    WHERE id = $1 RETURNING id, ply, version, white_id, black_id
  ), moved AS (
    INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, 'd6', now() FROM changed
  )
  INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
  SELECT 'game', id, version, ARRAY[white_id, black_id], white_id, $3::jsonb, now() FROM changed RETURNING id`

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [, , url, file] = process.argv
  const payload = readFileSync(file!, 'utf8')
  const game = JSON.parse(payload)
  const { pool } = await openDatabase({ url: url! })
  const app = Fastify()
  app.post<{ Params: { id: string } }>('/api/v1/games/:id/moves', async (request, reply) => {
    const values = [Number(request.params.id), game.position, payload]
    await pool.query({ name: 'move', text: MOVE_SQL, values })
    return reply.code(201).send({ game })
  })
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
}
