import type { BranchInput, ConditionalMoves } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { expect } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import type { Answer } from '../server/call-operation.ts'

type GameId = { id: number }

/** `branch('d6', 'f4', …)`: answers d6 with f4, then the branches that follow. */
export const branch = (move: string, reply: string, ...then: BranchInput[]): BranchInput => ({
  move,
  reply,
  then,
})

export const setConditionalMoves = (
  player: TestPlayer,
  { id }: GameId,
  ply: number,
  ...branches: BranchInput[]
): Promise<Answer> => player.call('setPlan', { params: { id }, body: { ply, branches } })

export const getConditionalMoves = async (player: TestPlayer, { id }: GameId): Promise<ConditionalMoves> =>
  (await player.call('getPlan', { params: { id } })).body

export const play = (player: TestPlayer, { id }: GameId, move: string, ply: number, more: object = {}) =>
  player.call('playMove', { params: { id }, body: { move, ply, ...more } })

export const movesOf = async (player: TestPlayer, { id }: GameId): Promise<string[]> =>
  (await player.call('listMoves', { params: { id } })).body.items.map(({ move }: { move: string }) => move)

/** Waits until all events are delivered and no conditional moves are due. */
export const waitUntilPlayed = ({ prisma }: Database): Promise<void> =>
  expect
    .poll(async () => {
      const [row] = await prisma.$queryRaw<[{ done: boolean }]>`
          SELECT NOT EXISTS (SELECT FROM conditional_moves WHERE due_at IS NOT NULL) AND NOT EXISTS (
            SELECT FROM events e, consumer_offsets f LEFT JOIN events reached ON reached.id = f.event_id
            WHERE f.consumer = 'outbox' AND (e.tx, e.id) > (coalesce(reached.tx, '0'), coalesce(reached.id, 0))
          ) AS done`
      return row.done
    })
    .toBe(true)
