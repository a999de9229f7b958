import { itemAt } from '@tegenzet/common'
import {
  type Position,
  playTurn,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { expect } from 'vitest'
import { explorerConsumer } from '../../src/analysis/explorer/count-games.ts'
import { rebuildExplorer } from '../../src/analysis/explorer/rebuild-explorer.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import type { TestServer } from '../server/harness.ts'
import { type CountedGame, type SlowCount, slowCounts, slowKey } from './slow-explorer.ts'
import { ok } from './world.ts'

interface FinishedGame extends CountedGame {
  rules: RuleSetId
  positions: Position[]
  whiteId: number
  blackId: number
}

/**
 * Counts the finished games of the year a second time, and compares every position that the explorer shows, and the start
 * for every player; then the same after a rebuild. The games have been rated.
 * @returns how many positions were compared
 */
export async function expectExplorer(server: TestServer): Promise<number> {
  await consumeAllEvents(server, explorerConsumer)
  const games = await readFinished(server)
  const counted = await compareAll(server, games)
  const rows = () =>
    server.database.prisma.explorerMove.findMany({
      orderBy: [
        { playerId: 'asc' },
        { position: 'asc' },
        { month: 'asc' },
        { rated: 'asc' },
        { next: 'asc' },
      ],
    })
  const before = await rows()
  expect(await rebuildExplorer(server.store)).toBe(games.length)
  expect(await rows()).toEqual(before)
  return counted
}

async function readFinished({ database }: TestServer): Promise<FinishedGame[]> {
  const games = await database.prisma.game.findMany({
    where: { status: 'finished' },
    select: {
      rules: true,
      winner: true,
      whiteId: true,
      blackId: true,
      moves: { select: { move: true }, orderBy: { ply: 'asc' } },
    },
  })
  return games.map(({ rules, moves, ...game }) => ({
    ...game,
    rules: rules as RuleSetId,
    positions: positionsOf(
      ruleSet(rules as RuleSetId),
      moves.map(({ move }) => move),
    ),
  }))
}

function positionsOf(rules: RuleSet, moves: readonly string[]): Position[] {
  const positions = [startPosition(rules)]
  for (const move of moves) {
    const turn = playTurn(rules, itemAt(positions, -1), move)
    if (!turn.ok) throw new Error(turn.error.message)
    positions.push(turn.value.position)
  }
  return positions
}

async function compareAll(server: TestServer, games: readonly FinishedGame[]): Promise<number> {
  const asked = new Map<string, { rules: RuleSetId; position: Position }>()
  for (const { rules, positions } of games)
    for (const position of positions.slice(0, 25)) asked.set(slowKey(rules, position), { rules, position })
  const counts = slowCounts(games)
  expect([...asked.keys()].sort()).toEqual([...counts.keys()].sort())
  for (const [key, { rules, position }] of asked)
    await compare(server, { rules, position, expected: counts.get(key)! })

  const players = await server.database.prisma.player.findMany({
    where: { kind: 'human' },
    select: { id: true, username: true },
  })
  for (const { id, username } of players) {
    const own = games.filter(({ whiteId, blackId }) => [whiteId, blackId].includes(id))
    const ownCounts = slowCounts(own)
    for (const rules of new Set(own.map((game) => game.rules))) {
      const position = startPosition(ruleSet(rules))
      const expected = ownCounts.get(slowKey(rules, position))!
      await compare(server, { rules, position, expected, player: username })
    }
  }
  return asked.size
}

interface Comparison {
  rules: RuleSetId
  position: Position
  expected: SlowCount
  player?: string
}

async function compare(server: TestServer, { rules, position, expected, player }: Comparison): Promise<void> {
  const query = { position, ...(player !== undefined && { player }) }
  const { body } = await ok(server.call('explore', { params: { rules }, query }))
  const { games, white, draws, black, moves } = body
  const next = moves.map((each: { move: string; games: number }) => {
    const turn = playTurn(ruleSet(rules), position, each.move)
    if (!turn.ok) throw new Error(`${each.move} at ${position}: ${turn.error.message}`)
    return [slowKey(rules, turn.value.position), each.games]
  })
  const played = new Map([...expected.next].filter(([key]) => key !== ''))
  expect({ games, white, draws, black, next: new Map(next) }, `${player ?? ''} ${rules} ${position}`).toEqual(
    {
      ...expected,
      next: played,
    },
  )
}
