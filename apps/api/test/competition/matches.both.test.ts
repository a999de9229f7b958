import type { Club, Match, Player } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leadOn } from '../../src/accounts/names/former-names.ts'
import { runMatches } from '../../src/competition/matches/run-matches.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { type Person, registerPerson } from '../people/registered-person.ts'
import { restrict } from '../people/restrict.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { accepted, foundClub, proposeMatch } from './found-clubs.ts'

const DAY_MS = 86_400_000

let server: TestServer
let chief: Person
/** Two clubs: the first of each list owns it. */
let as: TestPlayer[]
let bs: TestPlayer[]
let a: Club
let b: Club

beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'chief' } })
  chief = await registerPerson(server, 'chief')
})
afterAll(() => server?.close())
let serial = 0
beforeEach(async () => {
  serial++
  const side = (letter: string) =>
    Promise.all([1, 2, 3, 4].map((n) => server.player(`${letter}${n}-${serial}`)))
  as = await side('anna')
  bs = await side('bram')
  a = await foundClub(server, as[0]!, `Club A ${serial}`, as.slice(1))
  b = await foundClub(server, bs[0]!, `Club B ${serial}`, bs.slice(1))
})

const run = () => runMatches(server.deps, server.store)
const about = ({ id }: { id: number }, body?: object) => ({ params: { id }, ...(body && { body }) })
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.code]
const matchNow = async (match: Match, by: Pick<TestPlayer, 'call'> = server): Promise<Match> =>
  accepted(await by.call('getMatch', about(match)))
const signUp = (player: Pick<TestPlayer, 'call'>, match: Match, { slug }: Club) =>
  player.call('signUpForMatch', about(match, { club: slug }))
const rate = async (ratings: [TestPlayer, number][]) => {
  for (const [{ id: playerId }, rating] of ratings)
    await server.database.prisma.playerRating.create({
      data: {
        playerId,
        rules: 'muehle',
        kind: 'human',
        rating,
        deviation: 60,
        volatility: 0.06,
        games: 9,
        lastGameAt: server.clock.now(),
      },
    })
}
const openMatch = async (terms = {}): Promise<Match> => {
  const match = await proposeMatch(server, as[0]!, [a, b], terms)
  return accepted(await bs[0]!.call('acceptMatch', about(match)))
}
/** A running match of these players. */
async function runningMatch(playersA: TestPlayer[], playersB: TestPlayer[], terms = {}): Promise<Match> {
  const match = await openMatch(terms)
  for (const player of playersA) accepted(await signUp(player, match, a))
  for (const player of playersB) accepted(await signUp(player, match, b))
  server.clock.advance(2 * DAY_MS)
  await run()
  return matchNow(match)
}
const names = (match: Match) =>
  match.games.map(({ board, a, b }) => `${board} ${a.username.split('-')[0]} ${b.username.split('-')[0]}`)

describe('a proposal', () => {
  it('is made by an organiser, and answered by one of the other club', async () => {
    const message = 'Shall we play again?'
    const match = await proposeMatch(server, as[0]!, [a, b], { message, rated: true, gamesPerBoard: 2 })
    expect(match).toMatchObject({
      clubs: [a.slug, b.slug],
      clubNames: [a.name, b.name],
      state: 'proposed',
      score: [0, 0],
      games: [],
      rated: true,
      vacation: true,
      gamesPerBoard: 2,
      own: { organises: [a.slug], message },
    })
    expect((await notificationsOf(server, bs[0]!))[0]).toMatchObject({ kind: 'match', change: 'proposed' })
    expect((await matchNow(match)).own).toBeUndefined()
    expect((await matchNow(match, as[1]!)).own).toMatchObject({
      clubs: [a.slug],
      organises: [],
      message: null,
    })
    for (const by of [as[0]!, bs[1]!])
      expect(codeOf(await by.call('acceptMatch', about(match)))).toEqual([403, 'forbidden'])
    expect(codeOf(await signUp(as[1]!, match, a))).toEqual([409, 'conflict'])
    expect(accepted(await bs[0]!.call('acceptMatch', about(match)))).toMatchObject({ state: 'open' })
    expect((await notificationsOf(server, as[1]!))[0]).toMatchObject({ change: 'accepted' })
    for (const call of ['acceptMatch', 'declineMatch'] as const)
      expect(codeOf(await bs[0]!.call(call, about(match)))).toEqual([409, 'conflict'])
  })

  it('is refused to others, in the past, and twice, in a race too', async () => {
    const propose = (by: TestPlayer, more = {}) =>
      by.call('proposeMatch', {
        body: {
          club: a.slug,
          opponent: b.slug,
          rules: 'muehle',
          clock: { kind: 'per-move', days: 3 },
          boards: 4,
          lineupsCloseAt: new Date(server.clock.now().getTime() + DAY_MS).toISOString(),
          ...more,
        },
      })
    expect(codeOf(await propose(as[1]!))).toEqual([403, 'forbidden'])
    expect(codeOf(await propose(bs[0]!))).toEqual([403, 'forbidden'])
    expect(codeOf(await propose(as[0]!, { opponent: 'nowhere' }))).toEqual([404, 'not-found'])
    expect(codeOf(await propose(as[0]!, { lineupsCloseAt: '2020-01-01T00:00:00Z' }))).toEqual([
      400,
      'validation',
    ])
    for (const boards of [0, 101, 1.5, '4']) expect((await propose(as[0]!, { boards })).status).toBe(400)
    const answers = await Promise.all([
      propose(as[0]!),
      propose(as[0]!),
      propose(bs[0]!, { club: b.slug, opponent: a.slug }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const [proposed] = accepted(await server.call('listMatches', { query: { club: b.slug } })).items
    for (const [by, club] of [
      [as[0]!, a],
      [bs[0]!, b],
    ] as const)
      expect(codeOf(await by.call('deleteClub', { params: { slug: club.slug } }))).toEqual([409, 'conflict'])
    accepted(await as[0]!.call('cancelMatch', about(proposed!)))
    expect(codeOf(await propose(as[0]!))).toEqual([201, undefined])
    const query = { club: a.slug, state: 'cancelled' }
    expect(accepted(await server.call('listMatches', { query })).items).toMatchObject([{ id: proposed!.id }])
  })

  it('is declined, by an organiser or because nobody answers until line-ups close', async () => {
    const declined = await proposeMatch(server, as[0]!, [a, b])
    expect(accepted(await bs[0]!.call('declineMatch', about(declined))).state).toBe('declined')
    expect((await notificationsOf(server, as[0]!))[0]).toMatchObject({ change: 'declined' })
    const ignored = await proposeMatch(server, as[0]!, [a, b])
    server.clock.advance(2 * DAY_MS)
    expect(codeOf(await bs[0]!.call('acceptMatch', about(ignored)))).toEqual([409, 'conflict'])
    await Promise.all([run(), run()])
    expect((await matchNow(ignored)).state).toBe('declined')
    accepted(await as[0]!.call('deleteClub', { params: { slug: a.slug } }))
  })

  it('is limited to 20 a day', async () => {
    for (let n = 0; n < 20; n++)
      accepted(await as[0]!.call('cancelMatch', about(await proposeMatch(server, as[0]!, [a, b]))))
    const more = await as[0]!.call('proposeMatch', {
      body: {
        club: a.slug,
        opponent: b.slug,
        rules: 'muehle',
        clock: { kind: 'per-move', days: 3 },
        boards: 4,
        lineupsCloseAt: new Date(server.clock.now().getTime() + DAY_MS).toISOString(),
      },
    })
    expect(codeOf(more)).toEqual([422, 'limit-reached'])
  })
})

describe('signing up', () => {
  it('is for members, once, until line-ups close', async () => {
    const match = await openMatch()
    const both = as[1]!
    accepted(await both.call('joinClub', { params: { slug: b.slug } }))
    expect(codeOf(await signUp(as[2]!, match, b))).toEqual([403, 'not-a-member'])
    expect(codeOf(await signUp(as[2]!, match, { ...a, slug: 'nowhere' }))).toEqual([400, 'validation'])
    const race = await Promise.all([signUp(both, match, a), signUp(both, match, b)])
    expect(race.map(codeOf).sort()).toEqual([
      [201, undefined],
      [409, 'already-entered'],
    ])
    expect(codeOf(await bs[1]!.call('withdrawFromMatch', about(match)))).toEqual([404, 'not-found'])
    accepted(await signUp(bs[1]!, match, b))
    const entered = (await matchNow(match, both)).own!.club
    expect((await matchNow(match)).signedUp).toEqual(entered === a.slug ? [1, 1] : [0, 2])
    accepted(await both.call('withdrawFromMatch', about(match)))
    accepted(await signUp(both, match, a))
    expect(await matchNow(match)).toMatchObject({ signedUp: [1, 1], players: { a: [{ board: null }] } })
    await restrict(chief, as[3]!)
    expect(codeOf(await signUp(as[3]!, match, a))).toEqual([403, 'restricted'])
    // leaving the club withdraws while line-ups are open
    accepted(await bs[1]!.call('leaveClub', { params: { slug: b.slug } }))
    expect((await matchNow(match)).signedUp).toEqual([1, 0])
    server.clock.advance(2 * DAY_MS)
    expect(codeOf(await signUp(as[2]!, match, a))).toEqual([409, 'lineups-closed'])
    expect(codeOf(await both.call('withdrawFromMatch', about(match)))).toEqual([409, 'lineups-closed'])
    // B cannot fill a board
    await run()
    expect((await matchNow(match)).state).toBe('cancelled')
    expect((await notificationsOf(server, both))[0]).toMatchObject({ change: 'cancelled' })
  })

  it('is asked for once, by organisers, who see who is missing', async () => {
    const match = await openMatch()
    accepted(await signUp(as[1]!, match, a))
    const query = { club: a.slug }
    expect(codeOf(await as[1]!.call('listMissingFromMatch', { ...about(match), query }))).toEqual([
      403,
      'forbidden',
    ])
    expect(codeOf(await bs[0]!.call('remindOfMatch', about(match, query)))).toEqual([403, 'forbidden'])
    const missing = accepted(await as[0]!.call('listMissingFromMatch', { ...about(match), query })).items
    expect(missing.map(({ username }: Player) => username)).toEqual(
      [as[0]!, as[2]!, as[3]!].map((each) => each.username),
    )
    const reminded = accepted(await as[0]!.call('remindOfMatch', about(match, query)))
    expect(reminded.own?.reminded).toEqual([a.slug])
    expect(codeOf(await as[0]!.call('remindOfMatch', about(match, query)))).toEqual([409, 'conflict'])
    expect((await notificationsOf(server, as[2]!))[0]).toMatchObject({ kind: 'match', change: 'reminded' })
    for (const player of [as[1]!, bs[1]!])
      expect((await notificationsOf(server, player))[0]).not.toMatchObject({ change: 'reminded' })
    accepted(await bs[0]!.call('remindOfMatch', about(match, { club: b.slug })))
  })
})

describe('a match', () => {
  it('starts all games at once, board by board by rating, once', async () => {
    await rate([
      [as[2]!, 1700],
      [as[1]!, 1600],
      [bs[3]!, 1900],
      [bs[1]!, 1500],
    ])
    const match = await openMatch({ boards: 3, rated: true })
    for (const player of as) accepted(await signUp(player, match, a))
    for (const player of bs) accepted(await signUp(player, match, b))
    await restrict(chief, bs[3]!)
    server.clock.advance(2 * DAY_MS)
    await Promise.all([run(), run(), run()])
    const now = await matchNow(match, as[3]!)
    expect(now).toMatchObject({ state: 'running', score: [0, 0], signedUp: [4, 4] })
    // anna1 comes before anna4, who have no rating; bram4 is restricted
    expect(names(now)).toEqual(['1 anna3 bram2', '2 anna2 bram1', '3 anna1 bram3'])
    expect(now.games.map(({ games }) => games.map(({ white }) => white))).toEqual([['a'], ['b'], ['a']])
    expect(now.players.a.map(({ board }) => board)).toEqual([1, 2, 3, null])
    expect(now.players.a[0]).toMatchObject({ rating: 1700 })

    const id = now.games[0]!.games[0]!.id
    const game = accepted(await server.call('getGame', { params: { id } }))
    expect(game).toMatchObject({
      match: { id: match.id, board: 1 },
      tournament: null,
      ladder: false,
      rated: true,
      rules: 'muehle',
      white: { username: as[2]!.username },
      createdAt: now.startedAt,
    })
    expect(await server.database.prisma.game.count({ where: { matchId: match.id } })).toBe(3)
    const told = async (player: TestPlayer) =>
      (await notificationsOf(server, player)).map((each) => each.change)
    expect((await told(as[2]!))[0]).toBe('started')
    expect((await told(as[3]!))[0]).toBe('left-out')
    expect(await told(bs[3]!)).toContain('skipped')
    expect((await notificationsOf(server, as[2]!)).map(({ kind }) => kind)).not.toContain('game-begun')
    expect(codeOf(await as[0]!.call('cancelMatch', about(match)))).toEqual([409, 'conflict'])
    expect(codeOf(await as[2]!.call('cancelGame', { params: { id } }))).toEqual([409, 'too-late-to-cancel'])
  })

  it('is won by the sum of all results, and counts in the records of both clubs', async () => {
    const match = await runningMatch([as[0]!, as[1]!], [bs[0]!, bs[1]!], { gamesPerBoard: 2 })
    expect(match.games.map(({ games }) => games.map(({ white }) => white))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    const [one, two, three, four] = match.games.flatMap(({ games }) =>
      games.map(({ id }) => ({ params: { id } })),
    )
    accepted(await bs[0]!.call('resign', one!))
    accepted(await bs[0]!.call('resign', two!))
    expect((await matchNow(match)).score).toEqual([2, 0])
    const drawn = accepted(await server.call('getGame', three!))
    await playMoves(drawn, as[1]!, bs[1]!, ['a1', 'a4'])
    const { offer } = accepted(await as[1]!.call('offerDraw', three!))
    accepted(await bs[1]!.call('acceptDrawOffer', { params: { id: offer.id } }))
    // leaving a club changes nothing in a running match
    accepted(await as[1]!.call('leaveClub', { params: { slug: a.slug } }))
    accepted(await as[1]!.call('resign', four!))
    await Promise.all([run(), run()])
    const now = await matchNow(match)
    expect(now).toMatchObject({ state: 'finished', score: [2.5, 1.5] })
    expect(now.games.map(({ games }) => games.map(({ score }) => score))).toEqual([
      [1, 1],
      [0.5, 0],
    ])
    expect((await notificationsOf(server, bs[1]!))[0]).toMatchObject({
      change: 'finished',
      score: [2.5, 1.5],
    })
    const clubA = accepted(await server.call('getClub', { params: { slug: a.slug } }))
    expect(clubA.record).toEqual({ won: 1, drawn: 0, lost: 0 })
    expect(clubA.bestBoards).toMatchObject([
      { user: { username: as[0]!.username }, games: 2, points: 2 },
      { user: { username: as[1]!.username }, games: 2, points: 0.5 },
    ])
    const clubB = accepted(await server.call('getClub', { params: { slug: b.slug } }))
    expect(clubB.record).toEqual({ won: 0, drawn: 0, lost: 1 })
    accepted(await as[0]!.call('deleteClub', { params: { slug: a.slug } }))
    expect((await matchNow(match)).clubNames).toEqual([a.name, b.name])
  })

  it('forfeits games of those who do not play, resign at the start or are erased, and cancels none', async () => {
    const match = await runningMatch(as.slice(1), bs.slice(1))
    const games = match.games.map(({ games: [game] }) => ({ params: { id: game!.id } }))
    expect(games).toHaveLength(3)
    const players = [...as, ...bs]
    const outcomeOf = async (n: number) => accepted(await server.call('getGame', games[n]!)).outcome
    const playerOf = async (n: number, side: 'white' | 'black') => {
      const { id } = accepted(await server.call('getGame', games[n]!))[side]
      return players.find((player) => player.id === id)!
    }
    for (const side of ['white', 'black'] as const)
      expect(codeOf(await (await playerOf(0, side)).call('cancelGame', games[0]!))).toEqual([
        409,
        'too-late-to-cancel',
      ])
    accepted(await (await playerOf(0, 'black')).call('resign', games[0]!))
    expect(await outcomeOf(0)).toEqual({ winner: 'white', reason: 'forfeit' })

    const erased = await playerOf(1, 'white')
    await server.database.prisma.account.update({
      where: { id: erased.accountId },
      data: { deletesAt: server.clock.now() },
    })
    for (const _ of [1, 2]) await eraseAccounts(server.deps, server.store)
    expect(await outcomeOf(1)).toEqual({ winner: 'black', reason: 'forfeit' })
    await run()
    expect((await matchNow(match)).state).toBe('running')

    server.clock.advance(4 * DAY_MS)
    await endOverdueGames(server.deps, server.store)
    expect(await outcomeOf(2)).toEqual({ winner: 'black', reason: 'forfeit' })
    await run()
    const { state, score } = await matchNow(match)
    const points = await Promise.all(
      [0, 1, 2].map(async (n) => {
        const winner = await playerOf(n, (await outcomeOf(n))!.winner!)
        return as.includes(winner) ? 1 : 0
      }),
    )
    const ofA = points.reduce<number>((sum, point) => sum + point, 0)
    expect([state, score]).toEqual(['finished', [ofA, 3 - ofA]])
  })

  it('loses the games of a player whose account a moderator closes, by forfeit', async () => {
    const match = await runningMatch([as[1]!], [bs[1]!])
    const running = await server.call('listClubGames', { params: { slug: a.slug } })
    expect(accepted(running).items).toMatchObject([{ match: { id: match.id, board: 1 } }])
    const body = { kind: 'close', reason: 'Insults.' }
    accepted(await chief.call('imposeSanction', { params: { username: as[1]!.username }, body }))
    await run()
    const game = accepted(await server.call('getGame', { params: { id: match.games[0]!.games[0]!.id } }))
    expect(game.outcome).toEqual({ winner: 'black', reason: 'forfeit' })
    expect(await matchNow(match)).toMatchObject({ state: 'finished', score: [0, 1] })
  })
})

describe('a match that starts before its line-ups close', () => {
  it('needs both clubs, and a player on each side', async () => {
    const match = await openMatch()
    const start = (by: TestPlayer) => by.call('startMatch', about(match))
    for (const stranger of [as[1]!, bs[1]!]) expect(codeOf(await start(stranger))).toEqual([403, 'forbidden'])
    expect(accepted(await start(as[0]!))).toMatchObject({ state: 'open', agreedToStart: ['a'] })
    // once is enough
    expect(accepted(await start(as[0]!)).agreedToStart).toEqual(['a'])
    expect((await notificationsOf(server, bs[0]!)).filter(({ change }) => change === 'agreed')).toHaveLength(
      1,
    )
    for (const other of [as[0]!, as[1]!, bs[1]!])
      expect((await notificationsOf(server, other))[0]).not.toMatchObject({ change: 'agreed' })
    accepted(await signUp(as[1]!, match, a))
    expect(codeOf(await start(bs[0]!))).toEqual([409, 'conflict'])
    expect(await matchNow(match)).toMatchObject({ state: 'open', agreedToStart: ['a'] })
    accepted(await signUp(bs[1]!, match, b))
    const started = accepted(await start(bs[0]!))
    expect(started).toMatchObject({
      state: 'running',
      agreedToStart: ['a', 'b'],
      lineupsCloseAt: server.clock.now().toISOString(),
    })
    expect(names(started)).toEqual(['1 anna2 bram2'])
    expect((await notificationsOf(server, as[1]!))[0]).toMatchObject({ change: 'started' })
    for (const by of [as[0]!, bs[0]!]) expect(codeOf(await start(by))).toEqual([409, 'lineups-closed'])
    await run()
    expect((await matchNow(match)).games).toHaveLength(1)
  })

  it('starts once when both agree at once, and beside the clock', async () => {
    const match = await openMatch()
    accepted(await signUp(as[1]!, match, a))
    accepted(await signUp(bs[1]!, match, b))
    const both = await Promise.all([as[0]!, bs[0]!].map((by) => by.call('startMatch', about(match))))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await matchNow(match)).toMatchObject({ state: 'running', games: [{ board: 1 }] })
    const late = await openMatch()
    accepted(await signUp(as[1]!, late, a))
    accepted(await signUp(bs[1]!, late, b))
    accepted(await as[0]!.call('startMatch', about(late)))
    server.clock.advance(2 * DAY_MS)
    const [answer] = await Promise.all([bs[0]!.call('startMatch', about(late)), run()])
    expect(codeOf(answer!)).toEqual([409, 'lineups-closed'])
    expect((await matchNow(late)).games).toHaveLength(1)
  })

  it('is not started while it is proposed', async () => {
    const match = await proposeMatch(server, as[0]!, [a, b])
    expect(codeOf(await as[0]!.call('startMatch', about(match)))).toEqual([409, 'conflict'])
    expect(codeOf(await as[0]!.call('orderBoards', about(match, { side: 'a', usernames: [] })))).toEqual([
      409,
      'conflict',
    ])
  })
})

describe('an order of boards by hand', () => {
  const order = (by: TestPlayer, match: Match, side: 'a' | 'b', players: TestPlayer[]) =>
    by.call('orderBoards', about(match, { side, usernames: players.map(({ username }) => username) }))

  it('goes before ratings, and only the own organisers read it before the start', async () => {
    await rate([
      [as[0]!, 1900],
      [as[1]!, 1800],
      [as[2]!, 1700],
    ])
    const match = await openMatch()
    for (const player of as.slice(0, 3)) accepted(await signUp(player, match, a))
    for (const player of bs) accepted(await signUp(player, match, b))
    for (const stranger of [as[1]!, bs[0]!])
      expect(codeOf(await order(stranger, match, 'a', [as[2]!]))).toEqual([403, 'forbidden'])
    for (const wrong of [[as[3]!], [bs[1]!], [as[1]!, as[1]!]])
      expect(codeOf(await order(as[0]!, match, 'a', wrong))).toEqual([400, 'validation'])
    const ordered = accepted(await order(as[0]!, match, 'a', [as[2]!, as[1]!]))
    expect(ordered.own).toMatchObject({ ordered: ['a'] })
    const listed = ({ players }: Match) => players.a.map(({ user }) => user.username.split('-')[0])
    expect(listed(ordered)).toEqual(['anna3', 'anna2', 'anna1'])
    for (const other of [as[1]!, bs[0]!]) {
      const seen = await matchNow(match, other)
      expect(listed(seen)).toEqual(['anna1', 'anna2', 'anna3'])
      expect(seen.own?.ordered).toEqual([])
    }
    // who signs up later comes last, also who withdraws and comes back
    accepted(await signUp(as[3]!, match, a))
    accepted(await as[2]!.call('withdrawFromMatch', about(match)))
    accepted(await signUp(as[2]!, match, a))
    server.clock.advance(2 * DAY_MS)
    expect(codeOf(await order(as[0]!, match, 'a', []))).toEqual([409, 'lineups-closed'])
    await run()
    expect(names(await matchNow(match)).map((each) => each.split(' ')[1])).toEqual([
      'anna2',
      'anna1',
      'anna3',
      'anna4',
    ])
  })

  it('finds players by earlier names too', async () => {
    const match = await openMatch()
    for (const player of as.slice(0, 2)) accepted(await signUp(player, match, a))
    await leadOn(server.store, `Old-${serial}`, as[1]!.id, server.clock.now())
    const orderNames = (usernames: string[]) =>
      as[0]!.call('orderBoards', about(match, { side: 'a', usernames }))
    const { players } = accepted(await orderNames([`old-${serial}`]))
    expect(players.a[0].user.id).toBe(as[1]!.id)
    for (const wrong of [[as[1]!.username, `old-${serial}`], ['nobody']])
      expect(codeOf(await orderNames(wrong))).toEqual([400, 'validation'])
  })

  it('is taken back by an empty list', async () => {
    const match = await openMatch()
    for (const player of as.slice(0, 2)) accepted(await signUp(player, match, a))
    accepted(await signUp(bs[0]!, match, b))
    accepted(await order(as[0]!, match, 'a', [as[1]!, as[0]!]))
    expect(accepted(await order(as[0]!, match, 'a', [])).own?.ordered).toEqual([])
    server.clock.advance(2 * DAY_MS)
    await run()
    expect(names(await matchNow(match))).toEqual(['1 anna1 bram1'])
  })
})

describe('a match within one club', () => {
  const choose = (player: TestPlayer, match: Match, side: 'a' | 'b') =>
    player.call('signUpForMatch', about(match, { side }))

  it('is open at once, has a side for each member, and is started by one organiser', async () => {
    const match = await proposeMatch(server, as[0]!, [a, a])
    expect(match).toMatchObject({
      state: 'open',
      clubs: [a.slug, a.slug],
      clubNames: [`${a.name} A`, `${a.name} B`],
      own: { clubs: [a.slug], organises: [a.slug], side: null },
    })
    expect((await notificationsOf(server, as[1]!))[0]).toMatchObject({
      kind: 'match',
      change: 'accepted',
      a: `${a.name} A`,
      b: `${a.name} B`,
    })
    expect(codeOf(await signUp(as[1]!, match, a))).toEqual([400, 'validation'])
    expect(codeOf(await choose(bs[1]!, match, 'a'))).toEqual([403, 'not-a-member'])
    expect(codeOf(await as[0]!.call('startMatch', about(match)))).toEqual([409, 'conflict'])
    for (const [n, player] of as.entries()) accepted(await choose(player, match, n % 2 === 0 ? 'a' : 'b'))
    expect(codeOf(await choose(as[1]!, match, 'a'))).toEqual([409, 'already-entered'])
    expect((await matchNow(match, as[1]!)).own).toMatchObject({ club: a.slug, side: 'b' })
    expect(await matchNow(match)).toMatchObject({ signedUp: [2, 2] })
    const missing = { ...about(match), query: { club: a.slug } }
    expect(accepted(await as[0]!.call('listMissingFromMatch', missing)).items).toEqual([])
    accepted(await as[0]!.call('orderBoards', about(match, { side: 'b', usernames: [as[3]!.username] })))
    const started = accepted(await as[0]!.call('startMatch', about(match)))
    expect(started.state).toBe('running')
    expect(names(started)).toEqual(['1 anna1 anna4', '2 anna3 anna2'])
    expect(
      started.games.map(({ games }: Match['games'][number]) =>
        games.map(({ white }: { white: string }) => white),
      ),
    ).toEqual([['a'], ['b']])
  })

  it('counts in no record of the club', async () => {
    const match = await proposeMatch(server, as[0]!, [a, a], { gamesPerBoard: 2 })
    accepted(await choose(as[0]!, match, 'a'))
    accepted(await choose(as[1]!, match, 'b'))
    const { games } = accepted(await as[0]!.call('startMatch', about(match)))
    const club = async () => accepted(await server.call('getClub', { params: { slug: a.slug } }))
    const [one, two] = games[0]!.games.map(({ id }: { id: number }) => ({ params: { id } }))
    accepted(await as[1]!.call('resign', one!))
    expect(await club()).toMatchObject({ bestBoards: [] })
    accepted(await as[1]!.call('resign', two!))
    await run()
    expect(await matchNow(match)).toMatchObject({ state: 'finished', score: [2, 0] })
    expect(await club()).toMatchObject({ record: { won: 0, drawn: 0, lost: 0 }, bestBoards: [] })
    const listed = accepted(await server.call('listMatches', { query: { club: a.slug } })).items
    expect(listed).toMatchObject([{ id: match.id, score: [2, 0] }])
  })

  it('is left with the club, while its line-ups are open', async () => {
    const match = await proposeMatch(server, as[0]!, [a, a])
    accepted(await choose(as[1]!, match, 'b'))
    accepted(await as[1]!.call('leaveClub', { params: { slug: a.slug } }))
    expect((await matchNow(match)).signedUp).toEqual([0, 0])
    expect(codeOf(await as[0]!.call('deleteClub', { params: { slug: a.slug } }))).toEqual([409, 'conflict'])
    accepted(await as[0]!.call('cancelMatch', about(match)))
    accepted(await as[0]!.call('deleteClub', { params: { slug: a.slug } }))
  })
})
