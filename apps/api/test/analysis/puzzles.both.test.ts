import type { AccountPuzzles, Puzzle, PuzzleAttempt } from '@tegenzet/contract'
import { legalMoves, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dailyPuzzle } from '../../src/analysis/puzzles/daily-puzzle.ts'
import { shippedPuzzles } from '../../src/analysis/puzzles/shipped-puzzles.ts'
import { createGuest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY_MS = 86_400_000
type Asker = Pick<TestPlayer, 'call'>

let server: TestServer
let people = 0
const somebody = () => server.player(`solver${++people}`)
beforeAll(async () => {
  let tosses = 0
  server = await startServer({ coin: () => tosses++ % 3 === 0 })
})
afterAll(() => server?.close())

const puzzleOf = (id: string) => shippedPuzzles().get(id)!
/** Some puzzle of a rule set, another one each time. */
const some = (() => {
  let used = 0
  return (rules: string, value = 'win') =>
    [...shippedPuzzles().values()].filter((puzzle) => puzzle.rules === rules && puzzle.value === value)[
      used++
    ]!
})()
const attempt = (by: Asker, id: string, moves: readonly string[]) =>
  by.call('attemptPuzzle', { params: { id }, body: { moves } })
const ownMoves = ({ solution }: { solution: readonly string[] }) => solution.filter((_, n) => n % 2 === 0)
const solve = async (by: Asker, id: string): Promise<PuzzleAttempt> =>
  (await attempt(by, id, ownMoves(puzzleOf(id)))).body
/** Fails with a first move that is not the solution's. */
async function fail(by: Asker, id: string): Promise<Extract<PuzzleAttempt, { state: 'failed' }>> {
  const { rules, position, solution } = puzzleOf(id)
  const wrong = legalMoves(ruleSet(rules), position).filter((move) => move !== solution[0])
  return (await attempt(by, id, [wrong[0]!])).body
}
const next = async (by: Asker, query: Record<string, string> = {}): Promise<Puzzle> =>
  (await by.call('getNextPuzzle', { query })).body.puzzle
const own = async (by: Asker, query: Record<string, string> = {}): Promise<AccountPuzzles> =>
  (await by.call('listOwnPuzzles', { query })).body

describe('the daily puzzle', () => {
  it('is the same for everybody on a day in UTC, without its solution', async () => {
    const anna = await somebody()
    const { status, body } = await server.call('getDailyPuzzle')
    expect(status).toBe(200)
    expect((await anna.call('getDailyPuzzle')).body).toEqual(body)
    const { id, rules, position, themes, source } = dailyPuzzle(server.clock.now())
    expect(body.puzzle).toEqual({
      id,
      rules,
      position,
      themes,
      source,
      turn: position.includes(' w ') ? 'white' : 'black',
      value: expect.any(String),
      rating: expect.any(Number),
      solved: 0,
      tried: 0,
      you: null,
    })
    expect((await server.call('getPuzzle', { params: { id } })).body).toEqual(body)
  })

  it('is another one every day', () => {
    const days = Array.from({ length: 300 }, (_, n) => dailyPuzzle(new Date(Date.UTC(2026, 0, n + 1))).id)
    expect(new Set(days).size).toBe(300)
    expect(dailyPuzzle(new Date('2026-03-01T00:00:00Z'))).toBe(dailyPuzzle(new Date('2026-03-01T23:59:59Z')))
  })
})

describe('the next puzzle', () => {
  it('stays until it is finished, also for two calls at once', async () => {
    const anna = await somebody()
    const [first, second] = await Promise.all([next(anna), next(anna)])
    expect(second).toEqual(first)
    await attempt(anna, first.id, ownMoves(puzzleOf(first.id)).slice(0, 1))
    expect((await next(anna)).id).toBe(first.id)
    await fail(anna, first.id)
    expect((await next(anna)).id).not.toBe(first.id)
  })

  it('is of the rule set and theme that one asks for, and stays for each', async () => {
    const anna = await somebody()
    const halma = await next(anna, { rules: 'halma' })
    const defence = await next(anna, { rules: 'merels', theme: 'defence' })
    expect([halma.rules, defence.rules]).toEqual(['halma', 'merels'])
    expect(defence.themes).toContain('defence')
    expect((await next(anna, { rules: 'halma' })).id).toBe(halma.id)
    expect((await next(anna)).id).toBe(halma.id)
  })

  it('is near the rating', async () => {
    const anna = await somebody()
    expect(Math.abs((await next(anna)).rating - 1500)).toBeLessThan(60)
  })

  it('is any for visitors and guests, and there is none of a kind that does not exist', async () => {
    expect((await server.call('getNextPuzzle', { query: {} })).status).toBe(200)
    const guest = await createGuest(server)
    expect((await guest.call('getNextPuzzle', { query: { rules: 'halma' } })).body.puzzle.rules).toBe('halma')
    const none = await server.call('getNextPuzzle', { query: { rules: 'halma', theme: 'flying' } })
    expect([none.status, none.body.code]).toEqual([404, 'not-found'])
    for (const query of [{ rules: 'chess' }, { theme: 'x' }, { level: '1' }] as Record<string, string>[])
      expect((await server.call('getNextPuzzle', { query })).status).toBe(400)
  })

  it('comes again when all of a kind are finished, and then counts for nothing', async () => {
    const anna = await somebody()
    const all = [...shippedPuzzles().values()].filter(({ rules }) => rules === 'halma')
    const at = server.clock.now()
    await server.database.prisma.puzzleAttempt.createMany({
      data: all.map(({ id }, n) => ({
        playerId: anna.id,
        puzzleId: id,
        givenAt: at,
        finishedAt: new Date(at.getTime() + n),
        solved: true,
        ratingBefore: 1500,
        rating: 1500,
        deviation: 100,
        volatility: 0.06,
      })),
    })
    expect((await next(anna, { rules: 'halma' })).id).toBe(all[0]!.id)
    expect(await solve(anna, all[0]!.id)).not.toHaveProperty('rating')
  })
})

describe('an attempt', () => {
  it.each(['merels', 'molenspel', 'halma'])('goes on until it is solved: %s', async (rules) => {
    const { id, solution } = some(rules)
    for (let count = 1; count < ownMoves({ solution }).length; count++)
      expect((await attempt(server, id, ownMoves({ solution }).slice(0, count))).body).toEqual({
        state: 'go-on',
        reply: solution[2 * count - 1],
      })
    expect(await solve(server, id)).toEqual({ state: 'solved', solution })
  })

  it('with a wrong move fails with refutation and solution', async () => {
    const { id, solution } = some('merels')
    const failed = await fail(server, id)
    expect(failed).toMatchObject({ state: 'failed', solution, played: [expect.any(String)] })
    expect(failed.refutation.length).toBeGreaterThan(0)
  })

  it('refuses what is malformed or not legal', async () => {
    const { id } = some('merels')
    for (const moves of [['x'], ['a1-a1'], ['a1', 'a1'], [''], ['\u{1F600}']]) {
      const { status, body } = await attempt(server, id, moves)
      expect([status, body.code]).toEqual([422, 'illegal-move'])
      expect(body.errors).toMatchObject([{ path: '/body/moves/0' }])
    }
    for (const body of [{}, { moves: [] }, { moves: 'a1' }, { moves: [1] }, { moves: Array(31).fill('a1') }])
      expect((await server.call('attemptPuzzle', { params: { id }, body })).status).toBe(400)
    for (const other of ['nothing', '0', 'x'.repeat(20)])
      expect((await attempt(server, other, ['a1'])).body.code).toBe('not-found')
    expect((await attempt(server, 'A b', ['a1'])).status).toBe(400)
  })

  it('is rated as a game against the puzzle, the first time only', async () => {
    const anna = await somebody()
    const { id, rating } = some('merels')
    const solved = await solve(anna, id)
    if (solved.state !== 'solved') throw new Error(solved.state)
    expect(solved.rating).toBeGreaterThan(1500)
    expect(solved.change).toBeCloseTo(solved.rating! - 1500)
    const { puzzle } = (await anna.call('getPuzzle', { params: { id } })).body
    expect(puzzle).toMatchObject({ solved: 1, tried: 1, you: { solved: true } })
    expect(puzzle.rating).toBeLessThan(rating)
    expect(await fail(anna, id)).not.toHaveProperty('rating')
    expect(await own(anna)).toMatchObject({ rating: { rating: solved.rating }, solved: 1, tried: 1 })
    expect((await anna.call('getPuzzle', { params: { id } })).body.puzzle).toEqual(puzzle)
  })

  it('counts once when two are finished at once, and all of several accounts count', async () => {
    const { id } = some('merels')
    const [anna, bram, carl] = [await somebody(), await somebody(), await somebody()]
    const answers = await Promise.all([solve(anna, id), fail(anna, id), solve(bram, id), fail(carl, id)])
    expect(answers.filter((each) => 'rating' in each)).toHaveLength(3)
    expect((await server.call('getPuzzle', { params: { id } })).body.puzzle.tried).toBe(3)
    expect((await own(anna)).tried).toBe(1)
  })

  it('of visitors, guests and tokens without the scope counts for nothing', async () => {
    const { id } = some('merels')
    const guest = await createGuest(server)
    const reader = await server.player('puzzle-reader', { scopes: ['account:read'] })
    for (const by of [server, guest, reader]) expect(await solve(by, id)).not.toHaveProperty('rating')
    expect((await server.call('getPuzzle', { params: { id } })).body.puzzle.tried).toBe(0)
    expect(await own(reader)).toMatchObject({ items: [], rating: null, solved: 0, tried: 0 })
  })

  it('at a position of a running game of one’s own is refused', async () => {
    const [anna, bram] = [await somebody(), await somebody()]
    const { id, position, rules } = some('merels')
    const game = await beginGame(anna, bram)
    await server.database.prisma.game.update({ where: { id: game.id }, data: { rules, position } })
    for (const by of [anna, bram])
      for (const moves of [['x'], ownMoves(puzzleOf(id)), ownMoves(puzzleOf(id)).slice(0, 1)])
        expect((await attempt(by, id, moves)).body.code).toBe('game-running')
    expect((await solve(server, id)).state).toBe('solved')
    await server.database.prisma.game.update({ where: { id: game.id }, data: { rules: 'halma' } })
  })
})

describe('the puzzles of an account', () => {
  it('are listed newest first, page by page, with the streak of days', async () => {
    const anna = await somebody()
    expect(await own(anna)).toEqual({
      items: [],
      nextCursor: null,
      rating: null,
      solved: 0,
      tried: 0,
      streak: { current: 0, longest: 0 },
    })
    const ids = [some('merels').id, some('halma').id, some('merels').id, some('halma').id]
    for (const [n, id] of ids.entries()) {
      await (n === 3 ? fail(anna, id) : solve(anna, id))
      server.clock.advance(DAY_MS)
    }
    const all = await own(anna)
    expect(all.items.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(all).toMatchObject({ solved: 3, tried: 4, streak: { current: 0, longest: 3 } })
    expect(all.items[0]).toMatchObject({ rules: 'halma', solved: false })
    expect(all.items[0]!.change).toBeLessThan(0)
    const first = await own(anna, { limit: '3' })
    const second = await own(anna, { limit: '3', cursor: first.nextCursor! })
    expect([...first.items, ...second.items]).toEqual(all.items)
    expect(second.nextCursor).toBeNull()
    expect((await anna.call('listOwnPuzzles', { query: { cursor: 'eA' } })).status).toBe(400)
    await solve(anna, some('halma').id)
    expect((await own(anna)).streak).toEqual({ current: 1, longest: 3 })
  })
})
