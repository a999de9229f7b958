import { legalMoves, type Move, ruleSet } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { expect } from 'vitest'
import { describeState, ok, type SimulatedGame, type World } from './world.ts'

/** The share of games that a player analyses. */
const ANALYSED = 0.1

/** After a move: both players may write it into their analyses of the game, with an idea of their own if they are to move. */
export async function analyse(world: World, game: SimulatedGame, move: Move): Promise<void> {
  const { analysts, running } = world
  const { roll, kept } = analysts
  for (const side of ['white', 'black'] as const) {
    const key = `${game.id} ${side}`
    const before = kept.get(key)
    if (!before && (game.ply !== 1 || roll() >= ANALYSED)) continue
    const nodes = [...(before?.tree.nodes ?? [])]
    const parent = before?.at ?? null
    let at = nodes.findIndex((node) => node.parent === parent && node.move === move)
    if (at < 0) at = nodes.push({ parent, move }) - 1
    const isToMove = running.has(game.id) && game.turn === side
    const ideas = isToMove ? legalMoves(ruleSet(game.rules), game.position) : []
    const idea = ideas[Math.floor(roll() * ideas.length)]
    if (idea) nodes.push({ parent: at, move: idea, comment: `An idea at ply ${game.ply}` })
    const tree: MoveTree = { rules: game.rules, start: null, nodes }
    const body = { tree, version: before?.version ?? 0 }
    const saved = await ok(game.people[side].call('saveGameAnalysis', { params: { id: game.id }, body }))
    expect(saved.body.version, describeState(world, game)).toBe(body.version + 1)
    kept.set(key, { game, side, tree, at, version: saved.body.version })
    world.counts.analyses++
  }
}

/** Every analysis is still what its player has written, after the end of the game too, and there are no others. */
export async function expectAnalyses({ analysts, server }: World): Promise<void> {
  for (const { game, side, tree, version } of analysts.kept.values()) {
    const { body } = await ok(game.people[side].call('getGameAnalysis', { params: { id: game.id } }))
    expect(body).toEqual({ tree, version })
  }
  expect(await server.database.prisma.gameAnalysis.count()).toBe(analysts.kept.size)
}
