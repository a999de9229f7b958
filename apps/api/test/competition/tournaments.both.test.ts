import type { Game, Standings, Tournament } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { finishStages } from '../../src/competition/tournaments/finish-stages.ts'
import { runTournaments } from '../../src/competition/tournaments/run-tournaments.ts'
import { startTournament } from '../../src/competition/tournaments/start-tournament.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { openBrowser } from '../people/oauth-app.ts'
import { lift, restrict } from '../people/restrict.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { playMoves } from '../play/begin-game.ts'
import { fileRepetition, insertRepetition } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'

const DAY = 86_400_000
const TERMS = {
  name: 'Club evening',
  rules: 'muehle',
  groupSize: 3,
  gamesPerPair: 1,
  maxEntrants: 100,
  clock: { kind: 'per-move', days: 3 },
}

let server: TestServer
let organiser: TestPlayer
let admin: TestPlayer
let players: TestPlayer[]

beforeAll(async () => {
  server = await startServer({ env: { MAX_TOURNAMENTS: '100' }, readingMs: 1 })
  organiser = await server.player('organiser')
  admin = await server.player('boss', { role: 'admin' })
  players = []
  for (let n = 1; n <= 7; n++) players.push(await server.player(`player${n}`))
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
})
afterAll(() => server?.close())

const about = ({ id }: { id: number }) => ({ params: { id } })
const run = () => runTournaments(server.deps, server.store)
const get = async (tournament: Tournament): Promise<Tournament> =>
  (await server.call('getTournament', about(tournament))).body
const gamesOf = async (tournament: Tournament): Promise<Game[]> =>
  (await server.call('listTournamentGames', { ...about(tournament), query: { limit: 100 } })).body.items
const standingsOf = async (tournament: Tournament, query = {}): Promise<Standings> =>
  (await server.call('getStandings', { ...about(tournament), query })).body
const logOf = async (tournament: Tournament): Promise<string[]> =>
  (await server.call('listTournamentLog', { ...about(tournament), query: { limit: 100 } })).body.items.map(
    ({ kind }: { kind: string }) => kind,
  )
const accepted = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

async function create(terms: object = {}): Promise<Tournament> {
  return accepted(await organiser.call('createTournament', { body: { ...TERMS, ...terms } }))
}
async function enterAll(tournament: Tournament, entrants: TestPlayer[]): Promise<void> {
  for (const player of entrants) accepted(await player.call('enterTournament', about(tournament)))
}
async function begin(entrants: TestPlayer[], terms: object = {}): Promise<Tournament> {
  const tournament = await create(terms)
  await enterAll(tournament, entrants)
  return accepted(await organiser.call('startTournament', about(tournament)))
}
const playerOf = (username: string) => players.find((each) => each.username === username)!
const rankOf = (username: string) => players.findIndex((each) => each.username === username)
/** The player further down the list resigns every running game. */
async function decideGames(tournament: Tournament): Promise<void> {
  for (const { id, white, black, turn } of await gamesOf(tournament)) {
    if (!turn) continue
    const loser = rankOf(white.username) > rankOf(black.username) ? white : black
    accepted(await playerOf(loser.username).call('resign', { params: { id } }))
  }
}
const placesOf = ({ groups }: Standings) =>
  groups.map(({ items }) => items.map(({ place, user }) => `${place} ${user.username}`))

describe('a tournament', () => {
  it('is played in stages until one group is left', async () => {
    const tournament = await begin(players)
    expect(tournament).toMatchObject({ state: 'running', stage: 1, entrants: 7, advance: 1 })
    expect((await players[0]!.call('getTournament', about(tournament))).body.ownEntry).toMatchObject({
      user: { username: 'player1' },
      left: null,
    })
    expect((await organiser.call('getTournament', about(tournament))).body.ownEntry).toBeNull()
    const games = await gamesOf(tournament)
    // seven make two groups, of four and three
    expect(games).toHaveLength(9)
    expect(games[0]).toMatchObject({
      tournament: { id: tournament.id, name: TERMS.name, stage: 1, group: 1 },
      status: 'active',
      rated: false,
      ply: 0,
    })
    const first = await standingsOf(tournament)
    expect(placesOf(first)).toEqual(
      [
        ['1 player1', '1 player4', '1 player5'],
        ['1 player2', '1 player3', '1 player6', '1 player7'],
      ].map((group) => expect.arrayContaining(group)),
    )

    const poll = (known: string, query = {}) =>
      server.call('getStandings', { ...about(tournament), query, headers: { 'if-none-match': known } })
    const etag = (await poll('"none"')).headers.get('etag')!
    const same = await poll(etag)
    expect([same.status, same.body, same.headers.get('cache-control')]).toEqual([304, undefined, 'no-cache'])
    expect((await poll(etag, { group: 2 })).status).toBe(200)

    await decideGames(tournament)
    expect((await poll(etag)).status).toBe(200)
    expect((await gamesOf(tournament))[0]).toMatchObject({
      status: 'finished',
      outcome: { reason: 'forfeit' },
    })
    const [group, other] = (await standingsOf(tournament)).groups
    expect(await standingsOf(tournament, { group: 2 })).toEqual({ stage: 1, groups: [other] })
    const query = { player: 'player1', tournament: tournament.id }
    expect((await server.call('listGames', { query })).body.items).toHaveLength(group!.items.length - 1)
    expect(
      (
        await server.call('countGames', {
          params: { username: 'player1' },
          query: { tournament: tournament.id },
        })
      ).body.finished,
    ).toBe(group!.items.length - 1)
    expect(group?.items[0]).toMatchObject({
      place: 1,
      user: { username: 'player1' },
      wins: group!.items.length - 1,
      advances: true,
      results: expect.arrayContaining([
        { opponent: expect.anything(), games: [expect.objectContaining({ score: 1 })] },
      ]),
    })

    await run()
    expect(await get(tournament)).toMatchObject({ state: 'running', stage: 2 })
    expect(placesOf(await standingsOf(tournament))).toEqual([['1 player1', '1 player2']])
    expect((await standingsOf(tournament, { stage: 1 })).stage).toBe(1)
    await decideGames(tournament)
    await run()
    await run()
    expect(await get(tournament)).toMatchObject({ state: 'finished', stage: 2 })
    expect(placesOf(await standingsOf(tournament))).toEqual([['1 player1', '2 player2']])
    expect((await logOf(tournament)).filter((kind) => kind !== 'entered')).toEqual([
      ...['won', 'finished', 'stage-over', 'started', 'created'],
    ])
    const trophiesOf = async (username: string) =>
      (await server.call('getStatistics', { params: { username } })).body.trophies
    expect(await trophiesOf('player1')).toMatchObject([
      { kind: 'won', tournament: { id: tournament.id, name: TERMS.name, league: null } },
    ])
    expect(await trophiesOf('player2')).toEqual([])

    const told = await notificationsOf(server, playerOf('player2'))
    const ofTournament = told.filter(({ kind }) => kind === 'tournament').map(({ change }) => change)
    expect(ofTournament).toEqual(['finished', 'stage-over', 'started'])
    expect(told.filter(({ kind }) => kind === 'game-begun')).toEqual([])
  })

  it('shows admins the stakes of a claim', async () => {
    const tournament = await begin(players.slice(0, 6), { rules: 'molenspel', gamesPerPair: 2, advance: 1 })
    const games = (await gamesOf(tournament)).filter((game) => game.tournament!.group === 1)
    const isOf = ({ white, black }: Game, name: string) => [white.username, black.username].includes(name)
    const claimed = games.find((game) => isOf(game, 'player4') && isOf(game, 'player5'))!
    const repeated = await insertRepetition(server, claimed)
    const claim = await fileRepetition(playerOf(claimed[repeated.turn!].username), repeated)
    const stakes = () => admin.call('getClaimStakes', about(claim))
    expect(accepted(await stakes())).toMatchObject({ stage: 1, group: 1, running: 5 })

    for (const game of games.filter(({ id }) => id !== claimed.id)) {
      const loser = isOf(game, 'player1') ? game.black.username : 'player5'
      accepted(await playerOf(loser).call('resign', about(game)))
    }
    // player1 goes on before player4 as the earlier entrant, unless player4 gets another half point
    const fifth = claimed.white.username === 'player5' ? 'white' : 'black'
    const { running, drawDecides, players: rows } = accepted(await stakes())
    expect([running, drawDecides]).toEqual([0, true])
    expect(rows).toMatchObject([
      {
        user: { username: 'player1' },
        outlook: { open: { place: 1, points: 2, advances: true }, draw: { place: 2, advances: false } },
      },
      {
        user: { username: 'player4' },
        outlook: { open: { place: 1, advances: false }, draw: { place: 1, points: 2.5, advances: true } },
      },
      { user: { username: 'player5' }, outlook: { open: { points: 1 }, [fifth]: { points: 2 } } },
    ])
    expect((await admin.call('getClaimStakes', { params: { id: 999_999 } })).body.code).toBe('not-found')
  })

  it('starts when it is full, or at its date if enough have entered', async () => {
    const full = await create({ maxEntrants: 3 })
    await enterAll(full, players.slice(0, 3))
    expect((await players[3]!.call('enterTournament', about(full))).body.code).toBe('tournament-full')
    await run()
    expect(await get(full)).toMatchObject({ state: 'running' })
    expect(await gamesOf(full)).toHaveLength(3)

    const startsAt = new Date(server.clock.now().getTime() + DAY).toISOString()
    const [enough, few] = [await create({ startsAt }), await create({ startsAt })]
    await enterAll(enough, players.slice(0, 3))
    await enterAll(few, players.slice(0, 2))
    await run()
    expect(await get(enough)).toMatchObject({ state: 'open' })
    server.clock.advance(DAY)
    expect((await players[5]!.call('enterTournament', about(enough))).body.code).toBe('entries-closed')
    await run()
    expect(await get(enough)).toMatchObject({ state: 'running' })
    expect(await get(few)).toMatchObject({ state: 'cancelled' })
    expect((await notificationsOf(server, players[1]!))[0]).toMatchObject({ change: 'cancelled' })
  })

  it('starts once, whatever crashes and however many processes there are', async () => {
    const tournament = await create()
    await enterAll(tournament, players)
    const other = await startServer({ database: server.database, now: server.clock.now() })
    const step = { tournament: tournament.id, by: null, at: server.clock.now() }
    const started = await Promise.all([server, other].map(({ store }) => startTournament(store, step)))
    expect(started.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await gamesOf(tournament)).toHaveLength(9)
    await decideGames(tournament)
    await Promise.all([server, other].map(({ deps, store }) => runTournaments(deps, store)))
    expect(await get(tournament)).toMatchObject({ state: 'running', stage: 2 })
    expect(await gamesOf(tournament)).toHaveLength(10)
    await other.close()
  })

  it('by invitation takes only those who have the link, and shows it to the organiser only', async () => {
    const tournament = await create({ invite: true })
    const code = new URL(tournament.inviteUrl!).hash.slice(1)
    expect(await get(tournament)).not.toHaveProperty('inviteUrl')
    const [anna] = players
    expect((await anna!.call('enterTournament', about(tournament))).body.code).toBe('forbidden')
    accepted(await anna!.call('enterTournament', { ...about(tournament), body: { invite: code } }))
    const again = await anna!.call('enterTournament', { ...about(tournament), body: { invite: code } })
    expect([again.status, again.body.code]).toEqual([409, 'already-entered'])
  })

  it('is found by any part of its name, whatever its state', async () => {
    await create({ name: 'The Owls’ cup' })
    const first = await create({ name: 'Owls éàÜ night' })
    accepted(await organiser.call('cancelTournament', about(first)))
    const search = (query: Record<string, string | number>) => server.call('listTournaments', { query })
    const names = async (text: string) =>
      accepted(await search({ search: text })).items.map(({ name }: Tournament) => name)
    expect(await names(' owls')).toEqual(['Owls éàÜ night', 'The Owls’ cup'])
    expect(await names('àÜ N')).toEqual(['Owls éàÜ night'])
    expect(await names('owl%')).toEqual([])
    const page = accepted(await search({ search: 'OWLS', limit: 1 }))
    const next = accepted(await search({ search: 'OWLS', limit: 1, cursor: page.nextCursor }))
    expect([page.items, next]).toMatchObject([
      [{ state: 'cancelled' }],
      { items: [{ name: 'The Owls’ cup' }], nextCursor: null },
    ])
    expect((await search({ search: 'owls', state: 'open' })).body.code).toBe('validation')
  })

  it('refuses who does not fit, and organisers without a verified address', async () => {
    const tournament = await create({ ratingMin: 1800 })
    const bot = await server.player('robot', { kind: 'bot' })
    expect((await bot.call('enterTournament', about(tournament))).body.code).toBe('wrong-kind')
    const refused = await players[0]!.call('enterTournament', about(tournament))
    expect([refused.status, refused.body.code]).toEqual([422, 'rating-out-of-range'])
    const unverified = await bot.call('createTournament', { body: TERMS })
    expect([unverified.status, unverified.body.code]).toEqual([403, 'email-not-verified'])
    const invalid = await organiser.call('createTournament', { body: { ...TERMS, advance: 2 } })
    expect([invalid.status, invalid.body.errors[0].path]).toEqual([400, '/body/advance'])
    const large = await organiser.call('createTournament', { body: { ...TERMS, maxEntrants: 9999 } })
    expect([large.body.code, large.body.errors[0].path]).toEqual(['limit-reached', '/body/maxEntrants'])
    for (const name of ['Tеgenzet', 'The Adrnins', 'Club\u200bcup', '\u202epuc'])
      expect((await organiser.call('createTournament', { body: { ...TERMS, name } })).body).toMatchObject({
        code: 'validation',
        errors: [{ path: '/body/name' }],
      })
    accepted(await admin.call('createTournament', { body: { ...TERMS, name: 'Tegenzet Cup' } }))
    accepted(await organiser.call('createTournament', { body: { ...TERMS, name: 'Žižeks Müllerpokal ♟️' } }))
    expect((await organiser.call('startTournament', about(tournament))).body.code).toBe('conflict')
    accepted(await organiser.call('cancelTournament', about(tournament)))
    expect((await organiser.call('startTournament', about(tournament))).body.code).toBe('conflict')
  })
})

describe('a game of a tournament', () => {
  it('cannot be cancelled, and is forfeited by resigning or a timeout before ply 2', async () => {
    const tournament = await begin(players.slice(0, 3))
    const [game, late] = await gamesOf(tournament)
    const white = playerOf(game!.white.username)
    expect((await white.call('cancelGame', about(game!))).body.code).toBe('too-late-to-cancel')
    const { body } = await white.call('resign', about(game!))
    expect(body.game).toMatchObject({ status: 'finished', outcome: { winner: 'black', reason: 'forfeit' } })
    server.clock.advance(3 * DAY + 10_000)
    expect((await gamesOf(tournament)).find(({ id }) => id === late!.id)).toMatchObject({ overdue: true })
    await endOverdueGames(server.deps, server.store)
    expect((await server.call('getGame', about(late!))).body.outcome).toEqual({
      winner: 'black',
      reason: 'forfeit',
    })
  })
})

describe('an announcement', () => {
  it('reaches every entrant, and is in the log; at most five a day', async () => {
    const tournament = await create()
    await enterAll(tournament, players.slice(0, 2))
    for (let n = 1; n <= 5; n++) {
      const announcement = { ...about(tournament), body: { text: `News ${n}` } }
      expect((await organiser.call('announceToEntrants', announcement)).body).toMatchObject({
        kind: 'announced',
        by: { username: 'organiser' },
        reason: `News ${n}`,
      })
    }
    const sixth = await organiser.call('announceToEntrants', { ...about(tournament), body: { text: 'Six' } })
    expect(sixth.body.code).toBe('limit-reached')
    const told = await notificationsOf(server, players[1]!)
    expect(told.slice(0, 5).map(({ reason }) => reason)).toEqual([5, 4, 3, 2, 1].map((n) => `News ${n}`))
  })
})

describe('leaving', () => {
  it('before the start frees the place', async () => {
    const tournament = await create()
    await enterAll(tournament, players.slice(0, 3))
    const [anna, bram] = players
    expect((await anna!.call('withdrawFromTournament', about(tournament))).status).toBe(204)
    const remove = {
      params: { id: tournament.id, username: bram!.username },
      body: { reason: 'Two accounts.' },
    }
    expect((await anna!.call('removeFromTournament', remove)).body.code).toBe('forbidden')
    expect((await organiser.call('removeFromTournament', remove)).status).toBe(204)
    expect((await notificationsOf(server, bram!))[0]).toMatchObject({
      change: 'removed',
      reason: 'Two accounts.',
    })
    expect(await get(tournament)).toMatchObject({ entrants: 1 })
    expect((await logOf(tournament)).slice(0, 2)).toEqual(['removed', 'left'])
  })

  it('and entering again fills no stranger’s log', async () => {
    const tournament = await create()
    const [anna] = players
    const codes: (string | undefined)[] = []
    for (let n = 1; n <= 8; n++) {
      codes.push((await anna!.call('enterTournament', about(tournament))).body.code)
      await anna!.call('withdrawFromTournament', about(tournament))
    }
    const entered = Array(5).fill(undefined)
    expect(codes).toEqual([...entered, 'limit-reached', 'limit-reached', 'limit-reached'])
    expect(await logOf(tournament)).toHaveLength(1 + 2 * 5)
  })

  it('strikes the games with fewer than half of them finished, and counts the forfeits otherwise', async () => {
    const tournament = await begin(players.slice(0, 4), { groupSize: 5, gamesPerPair: 2 })
    const [anna, bram] = players
    const own = (await gamesOf(tournament)).filter(({ white, black }) =>
      [white.username, black.username].includes(bram!.username),
    )
    for (const game of own.slice(0, 3)) accepted(await bram!.call('resign', about(game)))

    expect((await anna!.call('withdrawFromTournament', about(tournament))).status).toBe(204)
    expect((await anna!.call('withdrawFromTournament', about(tournament))).body.code).toBe('conflict')
    const struck = await standingsOf(tournament)
    expect(struck.groups[0]!.items.at(-1)).toMatchObject({
      user: { username: anna!.username },
      struck: true,
      place: null,
      points: 0,
      total: 0,
    })
    const remove = { params: { id: tournament.id, username: bram!.username }, body: { reason: 'Gone.' } }
    expect((await organiser.call('removeFromTournament', remove)).body.code).toBe('forbidden')
    expect((await admin.call('removeFromTournament', remove)).status).toBe(204)
    const { items } = (await standingsOf(tournament)).groups[0]!
    expect(items.find(({ user }) => user.username === bram!.username)).toMatchObject({
      struck: false,
      played: 4,
    })
    const { items: entries } = (await server.call('listTournamentEntries', about(tournament))).body
    expect(entries.map(({ left }: any) => left?.reason)).toEqual([
      'withdrawn',
      'removed',
      undefined,
      undefined,
    ])
    expect((await gamesOf(tournament)).filter(({ turn }) => turn)).toHaveLength(2)
  })

  it('leaves the first place and the trophy to the best of those who stayed', async () => {
    const tournament = await begin(players.slice(0, 3), { gamesPerPair: 2 })
    const [anna, bram, carl] = players
    const games = await gamesOf(tournament)
    const between = (one: TestPlayer, other: TestPlayer) =>
      games.filter(({ white, black }) =>
        [one, other].every(({ username }) => [white.username, black.username].includes(username)),
      )
    for (const game of between(anna!, bram!)) accepted(await bram!.call('resign', about(game)))
    const [last] = between(anna!, carl!)
    accepted(await carl!.call('resign', about(last!)))
    expect((await anna!.call('withdrawFromTournament', about(tournament))).status).toBe(204)
    for (const game of between(bram!, carl!)) accepted(await carl!.call('resign', about(game)))
    await run()

    expect((await get(tournament)).state).toBe('finished')
    const { items } = (await standingsOf(tournament)).groups[0]!
    expect(
      items.map(({ user, place, points, left, struck }) => [user.username, place, points, left, struck]),
    ).toEqual([
      [bram!.username, 1, 2, false, false],
      [carl!.username, 2, 1, false, false],
      [anna!.username, null, 3, true, false],
    ])
    const { body: log } = await server.call('listTournamentLog', about(tournament))
    const winners = log.items.filter(({ kind }: any) => kind === 'won')
    expect(winners.map(({ user }: any) => user.username)).toEqual([bram!.username])
    const trophiesOf = async (username: string) =>
      (await server.call('getStatistics', { params: { username } })).body.trophies.filter(
        (trophy: any) => trophy.tournament?.id === tournament.id,
      )
    expect(await trophiesOf(bram!.username)).toHaveLength(1)
    expect(await trophiesOf(anna!.username)).toEqual([])
  })

  it('changes no place in a stage that was over before', async () => {
    const tournament = await begin(players)
    await decideGames(tournament)
    await run()
    const before = placesOf(await standingsOf(tournament, { stage: 1 }))
    expect((await players[0]!.call('withdrawFromTournament', about(tournament))).status).toBe(204)
    expect(placesOf(await standingsOf(tournament, { stage: 1 }))).toEqual(before)
    expect((await standingsOf(tournament)).groups[0]!.items.at(-1)).toMatchObject({
      user: { username: 'player1' },
      left: true,
      place: null,
    })
  })

  it('counts for a stage that the server is about to end', async () => {
    const tournament = await begin(players)
    await decideGames(tournament)
    const begunToLook = server.deps.now()
    server.clock.advance(1000)
    expect((await players[0]!.call('withdrawFromTournament', about(tournament))).status).toBe(204)
    await finishStages(server.store, new Date(0), begunToLook)
    const { groups } = await standingsOf(tournament, { stage: 1 })
    expect(groups.flatMap(({ items }) => items).filter(({ left }) => left)).toMatchObject([
      { user: { username: 'player1' }, place: null },
    ])
  })

  it('happens to players who lose three games on time without a request, and to closed accounts', async () => {
    const tournament = await begin(players.slice(0, 4), { groupSize: 5, gamesPerPair: 2 })
    const [anna, bram, cato, dirk] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer]
    // everybody but anna moves where they can, so that only she runs out of time
    for (const game of await gamesOf(tournament)) {
      const [white, black] = [playerOf(game.white.username), playerOf(game.black.username)]
      if (white === anna) continue
      const moves = black === anna ? ['a1'] : []
      await playMoves(game, white, black, moves)
    }
    server.clock.advance(2 * DAY)
    for (const game of await gamesOf(tournament))
      if (game.ply === 0 && game.white.username !== anna.username)
        await playMoves(game, playerOf(game.white.username), playerOf(game.black.username), ['a1', 'a4'])
    server.clock.advance(DAY + 10_000)
    await endOverdueGames(server.deps, server.store)
    for (const player of [bram, cato, dirk]) await player.call('getAccount')
    await server.database.prisma.sanction.create({
      data: { playerId: dirk.id, kind: 'close', reason: 'x', byId: admin.id, createdAt: server.clock.now() },
    })
    // the server is down before it has noticed
    server.clock.advance(2 * DAY)
    await run()
    const { items } = (await server.call('listTournamentEntries', about(tournament))).body
    expect(items.map(({ left }: any) => left?.reason)).toEqual(['absent', undefined, undefined, 'closed'])
    await server.database.prisma.sanction.deleteMany()
  })
})

describe('entrants who may not start games', () => {
  const restrictForNow = async (player: TestPlayer) => {
    const browser = await openBrowser(server, admin)
    const { id } = await restrict(browser, player)
    onTestFinished(() => lift(browser, id))
  }
  const skippedIn = async (tournament: Tournament): Promise<string[]> =>
    (
      await server.call('listTournamentLog', { ...about(tournament), query: { limit: 100 } })
    ).body.items.flatMap(({ kind, user }: any) => (kind === 'skipped' ? [user.username] : []))

  it('are skipped at the start, and the log and their notifications say so', async () => {
    const [anna] = players
    const small = await create()
    await enterAll(small, players.slice(0, 3))
    const large = await create()
    await enterAll(large, players.slice(0, 4))
    await restrictForNow(anna!)

    expect((await organiser.call('startTournament', about(small))).body.code).toBe('conflict')
    accepted(await organiser.call('startTournament', about(large)))
    expect(await get(large)).toMatchObject({ state: 'running', entrants: 3 })
    const games = await gamesOf(large)
    expect(games).toHaveLength(3)
    expect(games.some(({ white, black }) => [white.id, black.id].includes(anna!.id))).toBe(false)
    expect(await skippedIn(large)).toEqual([anna!.username])
    expect((await notificationsOf(server, anna!))[0]).toMatchObject({
      kind: 'tournament',
      change: 'skipped',
      tournament: large.id,
    })
  })

  it('leave a full tournament without a date open, and cancel one with a date', async () => {
    const startsAt = new Date(server.clock.now().getTime() + DAY).toISOString()
    const open = await create({ maxEntrants: 3 })
    const dated = await create({ startsAt })
    await enterAll(open, players.slice(0, 3))
    await enterAll(dated, players.slice(0, 3))
    await restrictForNow(players[1]!)
    await run()
    expect(await get(open)).toMatchObject({ state: 'open', entrants: 2 })
    expect(await skippedIn(open)).toEqual([players[1]!.username])
    await enterAll(open, [players[3]!])
    await run()
    expect(await get(open)).toMatchObject({ state: 'running', entrants: 3 })
    server.clock.advance(DAY)
    await run()
    expect((await get(dated)).state).toBe('cancelled')
  })

  it('are replaced by the next best of their group in the next stage', async () => {
    const tournament = await begin(players)
    await decideGames(tournament)
    const [winner, second] = (await standingsOf(tournament)).groups[1]!.items.map(({ user }) =>
      playerOf(user.username),
    )
    await restrictForNow(winner!)
    await run()
    expect(await get(tournament)).toMatchObject({ state: 'running', stage: 2 })
    const seated = (await standingsOf(tournament)).groups[0]!.items.map(({ user }) => user.username)
    expect(seated.toSorted()).toEqual([players[0]!.username, second!.username].toSorted())
    expect(await skippedIn(tournament)).toEqual([winner!.username])
    const over = (await standingsOf(tournament, { stage: 1 })).groups[1]!.items
    expect(over.flatMap(({ user, advances }) => (advances ? [user.username] : []))).toEqual([
      second!.username,
    ])
  })
})
