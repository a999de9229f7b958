import type { Match } from '@tegenzet/contract'
import { expect } from 'vitest'
import type { CompetitionWorld } from './competition-world.ts'
import { gamesOf } from './matches.ts'
import { slowWhites } from './slow-matches.ts'
import { iso, ok } from './world.ts'

/** Compares the latest match, its line-ups, games and score, and who is left in the clubs. */
export async function expectMatches(world: CompetitionWorld): Promise<void> {
  const { server, matches, size, now } = world
  const match = matches.all.at(-1)
  if (!match) return
  const context = `TEST_SEED=${size.seed} ${iso(now)} match ${match.id}`
  const shown: Match = (await ok(server.call('getMatch', { params: { id: match.id } }))).body
  const { state, clubs, boards, gamesPerBoard, signedUp } = match
  expect([shown.state, shown.clubs], context).toEqual([state, clubs.map(({ slug }) => slug)])
  const lists = [shown.players.a, shown.players.b].map((list) => list.map(({ user }) => user.id).sort())
  const expected = ([0, 1] as const).map((club) =>
    signedUp
      .filter((each) => each.club === club)
      .map(({ player }) => player)
      .sort(),
  )
  expect(lists, context).toEqual(expected)
  const played = gamesOf(world, match)
  const rows = boards.map((board) => {
    const [a, b] = board.players
    const own = played.filter((game) => game.board === board.board).sort((x, y) => x.id - y.id)
    expect(
      own.map(({ white, black }) => [white, black].sort()),
      context,
    ).toEqual(slowWhites(board, gamesPerBoard).map(() => [a, b].sort()))
    expect(own.map(({ white }) => white).sort(), context).toEqual(slowWhites(board, gamesPerBoard).sort())
    return {
      board: board.board,
      a,
      b,
      games: own.map(({ id, white, score }) => ({
        id,
        white: white === a ? 'a' : 'b',
        score: score === null ? null : white === a ? score : 1 - score,
      })),
    }
  })
  expect(
    shown.games.map(({ board, a, b, games }) => ({ board, a: a.id, b: b.id, games })),
    context,
  ).toEqual(rows)
  const scores = rows.flatMap(({ games }) => games.flatMap(({ score }) => score ?? []))
  const ofA = scores.reduce((sum, score) => sum + score, 0)
  expect(shown.score, context).toEqual([ofA, scores.length - ofA])
  for (const { slug, members } of matches.clubs) {
    const { body } = await ok(server.call('getClub', { params: { slug } }))
    expect([body.members, body.owner.id], `${context} ${slug}`).toEqual([members.length, members[0]])
  }
}
