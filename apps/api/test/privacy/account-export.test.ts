import type { AccountExport } from '@tegenzet/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '../../src/jobs/enqueue.ts'
import { EXPORTS } from '../../src/privacy/export/exports-queue.ts'
import { pruneExports } from '../../src/privacy/export/prune-exports.ts'
import { mappedTables } from '../../src/privacy/map/personal-data.ts'
import { accepted } from '../competition/found-clubs.ts'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from '../people/registered-person.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'
import { createSubscription } from '../server/push-service.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '100' }, jobs: ['exports'] })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

/** Logs in anew, which counts as a proof, and gives the cookie for downloads. */
async function freshSession(person: Person) {
  const answer = await server.call('logIn', { body: { username: person.username, password: PASSWORD } })
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  return { ...person, ...(await sessionOf(server, answer)), cookie }
}

const readyExport = async ({ call }: Pick<Person, 'call'>): Promise<AccountExport> => {
  await expect.poll(async () => (await call('getExport')).body.state).toBe('ready')
  return (await call('getExport')).body
}

async function download({ cookie }: { cookie: string }, { url }: AccountExport) {
  const response = await fetch(server.url + url, { headers: { cookie } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const bytes = new Uint8Array(await response.arrayBuffer())
  const files = unzipSync(bytes)
  const textOf = (name: string) => strFromU8(files[name]!)
  return {
    bytes,
    headers: response.headers,
    names: Object.keys(files),
    games: textOf('games.txt'),
    data: JSON.parse(textOf('data.json')),
    text: textOf('data.json'),
  }
}

describe('a copy of everything held about a person', () => {
  test('is made in the background, announced, and downloaded as a zip file', async () => {
    const registered = await registerPerson(server)
    const { username, email, call } = registered
    const bram = await server.player('bram')
    const game = await beginGame(registered, bram)
    await playMoves(game, registered, bram, ['d6', 'f4'])
    const inGame = { params: { id: game.id } }
    await call('sendMessage', { ...inGame, body: { text: 'Good luck, bram!' } })
    await bram.call('sendMessage', { ...inGame, body: { text: 'And you.' } })
    await call('setGameNote', { ...inGame, body: { text: 'He likes the corners.' } })
    await call('createAnalysis', {
      body: { title: 'Corners', tree: { rules: 'halma', start: null, nodes: [] } },
    })
    const { body: next } = await call('getNextPuzzle', { query: {} })
    await bram.call('setGameNote', { ...inGame, body: { text: 'My secret plan.' } })
    await bram.call('reportPlayer', {
      params: { username },
      body: { reason: 'abuse', text: 'A secret tale.' },
    })
    const url = 'https://hooks.slack.com/services/T/B/secret'
    accepted(await call('createChannel', { body: { url } }))
    accepted(await call('createTurnFeed'))
    const { json: subscription } = createSubscription('https://push.example/secret')
    accepted(await call('addPushSubscription', { body: subscription }))
    const { body: token } = await call('createToken', { body: { name: 'bot', scopes: ['game:play'] } })

    expect((await call('getExport')).body).toMatchObject({ state: 'none', url: null })
    const asked = await call('requestExport')
    expect([asked.status, asked.body.state]).toEqual([202, 'pending'])
    const ready = await readyExport(registered)
    const now = server.clock.now().getTime()
    expect(ready).toMatchObject({
      readyAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 3 * DAY).toISOString(),
      url: '/api/v1/account/export/download',
    })
    const mail = await box.newestTo(email, 3)
    expect([mail.subject, mail.text]).toEqual([
      'The copy of your data is ready',
      expect.stringContaining('/account/data'),
    ])
    const notices = (await call('listNotices')).body.items
    expect(notices[0]).toMatchObject({ kind: 'export-ready', params: { expiresAt: ready.expiresAt } })

    const copy = await download(await freshSession(registered), ready)
    expect(copy.headers.get('content-disposition')).toBe(
      `attachment; filename="tegenzet-${username}-2026-11-20.zip"`,
    )
    expect(copy.bytes.length).toBe(ready.bytes)
    expect(copy.names).toEqual(['README.txt', 'data.json', 'games.txt'])
    expect(copy.games).toMatch(new RegExp(`Game: ${game.id}\n[\\s\\S]*White: ${username}[\\s\\S]*1\\. d6 f4`))
    const lists = mappedTables().flatMap(({ parts }) => parts.flatMap(({ list }) => list ?? []))
    expect(Object.keys(copy.data)).toEqual(['username', 'madeAt', ...lists])
    expect(copy.data).toMatchObject({
      account: [{ email }],
      player: [{ username }],
      messagesByYou: [{ text: 'Good luck, bram!' }],
      messagesToYou: [{ text: 'And you.' }],
      analyses: [{ title: 'Corners', tree: { rules: 'halma', start: null, nodes: [] } }],
      puzzles: [{ puzzleId: next.puzzle.id, finishedAt: null }],
      gameAnalyses: [{ tree: { comment: 'He likes the corners.', nodes: [] } }],
      tokens: [{ id: token.id, name: 'bot' }],
      channels: [{ format: 'slack', shortened: 'https://hooks.slack.com/…', brokenAt: null }],
      turnFeed: [{ lastFetchedAt: null }],
      pushSubscriptions: [{ refusedSince: null }],
      reportsAboutYou: [{ reason: 'abuse' }],
    })
    expect(copy.text).not.toMatch(/secret|argon2|tz_|"password"/)
  })

  test('is given only to whoever has just proved to be its owner', async () => {
    const registered = await registerPerson(server)
    server.clock.advance(10 * MINUTE)
    expect(codeOf(await registered.call('requestExport'))).toBe('proof-needed')
    await registered.call('proveIdentity', { body: { password: PASSWORD } })
    expect((await registered.call('requestExport')).status).toBe(202)
    await readyExport(registered)
    server.clock.advance(10 * MINUTE)
    expect(codeOf(await registered.call('downloadExport'))).toBe('proof-needed')
    expect(codeOf(await (await registerPerson(server)).call('downloadExport'))).toBe('not-found')
    expect(codeOf(await (await server.player('programmer')).call('downloadExport'))).toBe('forbidden')
  })

  test('is replaced by the next one and deleted after three days; three a day are allowed', async () => {
    const person = await registerPerson(server)
    for (let n = 0; n < 3; n++) {
      expect((await person.call('requestExport')).status).toBe(202)
      await readyExport(person)
    }
    const { prisma } = server.database
    const refused = await person.call('requestExport')
    expect([codeOf(refused), refused.headers.get('retry-after')]).toEqual(['rate-limited', '86400'])
    server.clock.advance(3 * DAY - 1)
    expect((await person.call('getExport')).body.state).toBe('ready')
    server.clock.advance(1)
    expect((await person.call('getExport')).body.state).toBe('none')
    await pruneExports(server.deps, server.store)
    expect([await prisma.accountExport.count(), await prisma.exportChunk.count()]).toEqual([0, 0])
  })

  test('is made anew if the process died that was making it', async () => {
    const person = await registerPerson(server)
    const account = await server.database.prisma.account.findUniqueOrThrow({ where: { email: person.email } })
    const left = await server.database.prisma.accountExport.create({
      data: {
        accountId: account.id,
        attempt: 1,
        bytes: 7,
        requestedAt: server.clock.now(),
        chunks: { create: { nr: 0, bytes: new Uint8Array(7) } },
      },
    })
    const job = { data: { export: left.id }, order: left.id }
    await enqueue(server.store, EXPORTS, [job, job])
    const ready = await readyExport(person)
    const { data } = await download(await freshSession(person), ready)
    expect(data.account).toMatchObject([{ email: person.email }])
    expect((await box.newestTo(person.email, 2)).subject).toBe('The copy of your data is ready')
  })
})
