import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packMoves } from '../../src/play/game/pack-moves.ts'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { accepted, foundClub } from '../competition/found-clubs.ts'
import { codeOf, isAccepted, PASSWORD, registerPerson } from '../people/registered-person.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox, tokenIn } from '../server/mailbox.ts'
import { createSubscription } from '../server/push-service.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const WEEK = 7 * DAY

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '100' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
// resets the limit on registrations
beforeEach(() => server.clock.advance(DAY))

const erase = () => eraseAccounts(server.deps, server.store)

describe('deleting an account', () => {
  test('needs a recent proof of identity, and can be taken back for seven days', async () => {
    const person = await registerPerson(server)
    const { call, email } = person
    expect(codeOf(await call('undoDeletion'))).toBe('conflict')
    server.clock.advance(10 * MINUTE)
    expect(codeOf(await call('deleteAccount'))).toBe('proof-needed')
    await call('proveIdentity', { body: { password: PASSWORD } })
    const asked = await call('deleteAccount')
    const deletesAt = new Date(server.clock.now().getTime() + WEEK).toISOString()
    expect([asked.status, asked.body.deletesAt]).toEqual([200, deletesAt])
    server.clock.advance(MINUTE)
    expect((await call('deleteAccount')).body.deletesAt).toBe(deletesAt)

    const sent = () => server.database.prisma.mail.count({ where: { recipient: email, state: 'sent' } })
    await expect.poll(sent).toBe(2)
    const undone = await call('undoDeletion')
    expect([undone.status, undone.body.deletesAt]).toEqual([200, null])
    server.clock.advance(MINUTE)
    expect((await call('deleteAccount')).status).toBe(200)
    // the second mail about a deletion comes an hour after the first
    await server.advanceTime(60 * MINUTE)
    const mail = await box.newestTo(email, 3)
    expect(mail.subject).toBe('Your account will be deleted')
    const token = tokenIn(mail, 'undo-deletion')
    const kept = await server.call('redeemUndoDeletion', { body: { token } })
    expect([kept.status, kept.body]).toEqual([200, { username: person.username }])
    expect(codeOf(await server.call('redeemUndoDeletion', { body: { token } }))).toBe('link-expired')

    server.clock.advance(WEEK)
    expect(await erase()).toBe(0)
    expect(await isAccepted(person)).toBe(true)
  })

  test('cannot be taken back once the seven days are over', async () => {
    const person = await registerPerson(server)
    await person.call('deleteAccount')
    const token = await box.tokenTo(person.email, 'undo-deletion')
    server.clock.advance(WEEK)
    expect(codeOf(await person.call('undoDeletion'))).toBe('conflict')
    expect(codeOf(await server.call('redeemUndoDeletion', { body: { token } }))).toBe('link-expired')
    await erase()
    await erase()
  })
})

describe('the erasure of an account', () => {
  test('keeps games without the name, blanks messages and deletes the rest', async () => {
    const person = await registerPerson(server)
    const { username, email, call } = person
    const bram = await server.player('bram')
    const { prisma } = server.database
    await server.database.pool.query(
      `INSERT INTO webhooks (account_id, url, types, nonce, created_at) VALUES ($1, 'https://bram.example/', '{}', '\\x00', now())`,
      [bram.accountId],
    )
    const game = await beginGame(person, bram, { clock: { kind: 'per-move', days: 14 } })
    const inGame = { params: { id: game.id } }
    await playMoves(game, person, bram, ['d6', 'f4'])
    await call('sendMessage', { ...inGame, body: { text: 'I live in Utrecht.' } })
    await bram.call('sendMessage', { ...inGame, body: { text: 'A fine town.' } })
    await call('setGameNote', { ...inGame, body: { text: 'A private note.' } })
    const tree = { rules: 'halma', start: null, comment: 'My home in Utrecht', nodes: [] }
    const { body: created } = await call('createAnalysis', { body: { title: 'Utrecht', tree } })
    const shared = { params: { id: created.analysis.id } }
    const { body: link } = await call('shareAnalysis', { ...shared, body: {} })
    const report = { reason: 'abuse', text: 'See the message.', game: game.id }
    const [message] = (await call('listMessages', inGame)).body.items
    await bram.call('reportPlayer', { params: { username }, body: { ...report, message: message.id } })
    const challenge = { rules: 'halma', clock: { kind: 'per-move', days: 3 }, colour: 'random' }
    const { body: open } = await call('createChallenge', { body: { ...challenge, message: 'From Utrecht.' } })
    const asked = { body: { ...challenge, opponent: username } }
    await bram.call('createChallenge', asked)
    const { body: declined } = await bram.call('createChallenge', asked)
    await call('declineChallenge', { params: { id: declined.id }, body: { reason: 'Not in Utrecht.' } })
    await bram.call('addFavourite', { params: { username } })
    await call('block', { params: { username: (await server.player('cato')).username } })
    await call('createToken', { body: { name: 'bot', scopes: ['game:play'] } })
    accepted(await call('createChannel', { body: { url: 'https://utrecht.example/hook', format: 'slack' } }))
    accepted(await call('createTurnFeed'))
    const { json: subscription } = createSubscription('https://push.example/utrecht')
    accepted(await call('addPushSubscription', { body: subscription }))
    await prisma.account.update({ where: { email }, data: { emailVerified: true } })
    const terms = { name: 'Cup', rules: 'halma', clock: challenge.clock, maxEntrants: 3 }
    const { body: tournament } = await call('createTournament', {
      body: { ...terms, description: 'In Utrecht.' },
    })
    const inTournament = { params: { id: tournament.id } }
    await bram.call('enterTournament', inTournament)
    await call('enterTournament', inTournament)
    const onLadder = { params: { rules: 'halma' as const } }
    await bram.call('enterLadder', onLadder)
    await call('enterLadder', onLadder)
    await call('announceToEntrants', { ...inTournament, body: { text: 'Greetings from Utrecht.' } })
    const own = (await call('foundClub', { body: { name: 'Weavers' } })).body.club
    const theirs = await foundClub(server, bram, 'Grinders', [person])
    accepted(await bram.call('joinClub', { params: { slug: own.slug } }))
    for (const [by, slug, name] of [
      [person, own.slug, 'bram'],
      [bram, theirs.slug, username],
    ] as const)
      accepted(
        await by.call('removeClubMember', {
          params: { slug, username: name },
          body: { reason: 'Rude in Utrecht.' },
        }),
      )
    await prisma.account.update({ where: { id: bram.accountId }, data: { emailVerified: false } })
    await call('deleteAccount')
    await consumeAllEvents(server)
    const words = [username, email, 'Utrecht', 'private note']
    expect((await textsOfDatabase(words)).length).toBeGreaterThan(20)

    server.clock.advance(WEEK)
    await erase()
    const { body: ended } = await bram.call('getGame', inGame)
    expect(ended).toMatchObject({ status: 'finished', outcome: { winner: 'black', reason: 'resignation' } })
    expect((await bram.call('getChallenge', { params: { id: open.id } })).body.state).toBe('withdrawn')
    expect(await isAccepted(person)).toBe(false)
    await consumeAllEvents(server)
    await erase()

    const withKey = { ...shared, headers: { 'analysis-key': link.key } }
    expect(codeOf(await server.call('getAnalysis', withKey))).toBe('not-found')
    const closed = { id: game.white.id, username: `closed-${game.white.id}`, kind: 'closed' }
    expect((await bram.call('getGame', inGame)).body.white).toEqual(closed)
    const profile = await server.call('getUser', { params: { username: closed.username } })
    expect(profile.body).toMatchObject({ ...closed, schedule: null, games: { lost: 1 } })
    expect(codeOf(await server.call('getUser', { params: { username } }))).toBe('not-found')
    const messages = (await bram.call('listMessages', inGame)).body.items
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['', 'A fine town.'])
    expect((await bram.call('exportGame', { ...inGame, query: { format: 'text' } })).body).toContain(
      `White: ${closed.username}`,
    )
    const [left, announced] = (await bram.call('listTournamentLog', inTournament)).body.items
    expect(left).toMatchObject({ kind: 'closed', user: closed })
    expect(announced).toMatchObject({ kind: 'announced', by: closed, reason: null })
    expect((await bram.call('listTournamentEntries', inTournament)).body.items).toHaveLength(1)
    expect((await bram.call('getLadder', onLadder)).body.items).toHaveLength(1)
    expect(await prisma.account.count({ where: { email } })).toBe(0)
    expect(await prisma.turnFeed.count()).toBe(0)
    expect(await textsOfDatabase(words)).toEqual([])
    const again = { username: username.toUpperCase(), email, password: PASSWORD }
    expect(codeOf(await server.call('register', { body: again }))).toBe('username-taken')
    expect((await server.call('register', { body: { ...again, username: `${username}-2` } })).status).toBe(
      201,
    )
    expect(codeOf(await server.call('logIn', { body: { username: email, password: PASSWORD } }))).toBe(
      'wrong-credentials',
    )
  })

  test('covers games whose moves are packed: they stay, without the name', async () => {
    const person = await registerPerson(server)
    const bram = await server.player('bram-3')
    const game = await beginGame(person, bram)
    const inGame = { params: { id: game.id } }
    await playMoves(game, person, bram, ['d6', 'f4', 'd2'])
    await person.call('sendMessage', { ...inGame, body: { text: 'I live in Zeist.' } })
    await person.call('setNote', { params: { id: game.id, ply: 2 }, body: { text: 'As in Zeist.' } })
    await bram.call('setNote', { params: { id: game.id, ply: 2 }, body: { text: 'My own note.' } })
    accepted(await bram.call('resign', inGame))
    const { prisma } = server.database
    await packMoves(server.store, new Date(server.clock.now().getTime() + 31 * DAY))
    expect(await prisma.move.count({ where: { gameId: game.id } })).toBe(0)
    const { body: moves } = await bram.call('listMoves', inGame)
    expect(moves.items).toHaveLength(3)
    accepted(await person.call('deleteAccount'))
    server.clock.advance(WEEK)
    for (const _ of [1, 2]) {
      await erase()
      await consumeAllEvents(server)
    }
    await erase()
    expect((await bram.call('listMoves', inGame)).body).toEqual(moves)
    for (const format of ['text', 'json', 'pgn']) {
      const { status, body } = await bram.call('exportGame', { ...inGame, query: { format } })
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect([status, text.includes(`closed-${game.white.id}`), text.includes(person.username)]).toEqual([
        200,
        true,
        false,
      ])
    }
    expect((await bram.call('listNotes', inGame)).body.items).toMatchObject([{ text: 'My own note.' }])
    expect(await textsOfDatabase([person.username, 'Zeist'])).toEqual([])
  })

  test('leaves no reason why the person was removed from a tournament', async () => {
    const person = await registerPerson(server)
    const host = await server.player('host')
    const { prisma, pool } = server.database
    await prisma.account.update({ where: { id: host.accountId }, data: { emailVerified: true } })
    const terms = { name: 'Cup', rules: 'halma', clock: { kind: 'per-move', days: 3 }, maxEntrants: 3 }
    const { id } = accepted(await host.call('createTournament', { body: terms }))
    accepted(await person.call('enterTournament', { params: { id } }))
    const removed = { params: { id, username: person.username }, body: { reason: 'Nasty in Delft.' } }
    accepted(await host.call('removeFromTournament', removed))
    await consumeAllEvents(server)
    const events = async () =>
      (await pool.query(`SELECT type FROM events WHERE payload::text LIKE '%Delft%'`)).rows.length
    expect(await events()).toBeGreaterThan(0)
    accepted(await person.call('deleteAccount'))
    server.clock.advance(WEEK)
    await erase()
    await consumeAllEvents(server)
    await erase()
    expect(await events()).toBe(0)
  })

  test('goes on where a run was cut off, and happens once', async () => {
    const person = await registerPerson(server)
    const bram = await server.player('bram-2')
    const games = [await beginGame(person, bram), await beginGame(bram, person)]
    await person.call('deleteAccount')
    server.clock.advance(2 * DAY)
    for (const [n, game] of games.entries()) {
      const [white, black] = n === 0 ? [person, bram] : [bram, person]
      await playMoves(game, white, black, ['d6', 'f4'])
    }
    server.clock.advance(WEEK - 2 * DAY - 1)
    expect(await erase()).toBe(0)
    server.clock.advance(1)
    const account = await server.database.prisma.account.findUniqueOrThrow({
      where: { email: person.email },
      select: { id: true },
    })
    const { pool } = server.database
    // fails after the games were resigned
    await pool.query(`ALTER TABLE players ADD CONSTRAINT halt CHECK (kind <> 'closed') NOT VALID`)
    await erase()
    expect(await isAccepted(person)).toBe(true)
    await pool.query('ALTER TABLE players DROP CONSTRAINT halt')
    await Promise.all([erase(), erase()])
    // fails at the last step
    await pool.query('CREATE TABLE halt (account_id integer REFERENCES accounts (id))')
    await pool.query('INSERT INTO halt VALUES ($1)', [account.id])
    await erase()
    await pool.query('DROP TABLE halt')
    await Promise.all([erase(), erase()])
    expect(await erase()).toBe(0)
    const results = server.published.events.filter(
      ({ event }) =>
        event.type === 'game' && event.game.outcome && games.some(({ id }) => id === event.game.id),
    )
    expect(results).toHaveLength(2)
    for (const { id } of games)
      expect((await bram.call('getGame', { params: { id } })).body.outcome).not.toBeNull()
    expect(await server.database.prisma.account.count({ where: { id: account.id } })).toBe(0)
  })
})

/** The columns of the whole database that contain one of these words. */
async function textsOfDatabase(words: readonly string[]): Promise<string[]> {
  const { pool } = server.database
  // the queues have a schema of their own
  const { rows } = await pool.query<{ table: string; column: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS table, column_name AS column
     FROM information_schema.columns
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
       AND data_type IN ('text', 'jsonb', 'json', 'ARRAY', 'character varying')`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rows: hits } = await pool.query(
      `SELECT "${column}"::text AS text FROM ${table} WHERE "${column}"::text ILIKE ANY($1)`,
      [words.map((word) => `%${word}%`)],
    )
    found.push(...hits.map(({ text }) => `${table}.${column}: ${text}`))
  }
  return found
}
