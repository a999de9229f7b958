import { Prisma } from '@tegenzet/db'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { etagOf } from '../../http/etag.ts'
import { Json } from '../../http/json-answer.ts'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { STATE_OF_STANDINGS } from './kept-standings.ts'
import { readStandings } from './read-standings.ts'
import type { TournamentRow } from './tournament-store.ts'

interface Kept {
  body: Json
  etag: string
  players: number
}
type Finder = (db: Db, tournament: TournamentRow, stage: number, group?: number) => Promise<Kept>

/** Characters of all standings in memory. Those of 500 players have 700,000. */
const MAX_SIZE = 16_000_000

/**
 * Makes a finder of standings as JSON. Whoever follows a tournament asks for them again and again, and to make them takes
 * five times as long as to look whether something that they show has changed.
 */
export function standingsInMemory(): Finder {
  const memory = new LRUCache<string, Kept>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ body }) => body.text.length,
  })
  return async (db, tournament, stage, group) => {
    const readKey = () => keyOf(db, tournament, stage, group)
    const key = await readKey()
    const known = memory.get(key)
    if (known) return known
    const standings = await readStandings(db, tournament, stage, group)
    const text = JSON.stringify(standings)
    const players = standings.groups.reduce((sum, { items }) => sum + items.length, 0)
    const made = { body: new Json(text), etag: etagOf(text), players }
    // something may have changed between the two reads
    if ((await readKey()) === key) memory.set(key, made)
    return made
  }
}

/** What the standings depend on: the standings of the groups, the names of the players, and who is in the next stage. */
async function keyOf(
  db: Db,
  { id, stage: current }: TournamentRow,
  stage: number,
  group = 0,
): Promise<string> {
  const inGroup = (column: Prisma.Sql) => (group === 0 ? Prisma.empty : Prisma.sql`AND ${column} = ${group}`)
  const { state } = await readRow(
    db,
    z.object({ state: z.string() }),
    Prisma.sql`
      SELECT md5(concat_ws(' ', (
          SELECT string_agg(concat(gr.nr, ' ', ${STATE_OF_STANDINGS}), ';' ORDER BY gr.nr)
          FROM tournament_groups gr JOIN tournaments t ON t.id = gr.tournament_id
          WHERE gr.tournament_id = ${id} AND gr.stage = ${stage} ${inGroup(Prisma.sql`gr.nr`)}
        ), (
          SELECT string_agg(concat(p.id, p.kind, p.username), ' ' ORDER BY p.id)
          -- OFFSET makes Postgres look up each player: a join would read all players
          FROM tournament_seats s CROSS JOIN LATERAL (SELECT * FROM players WHERE id = s.player_id OFFSET 0) p
          WHERE s.tournament_id = ${id} AND s.stage = ${stage} ${inGroup(Prisma.sql`s.group_nr`)}
        ), (
          SELECT string_agg(s.player_id::text, ' ' ORDER BY s.player_id) FROM tournament_seats s
          WHERE s.tournament_id = ${id} AND s.stage = ${stage + 1}
        ))) AS state`,
  )
  return [id, stage, group, stage < current, state].join(' ')
}
