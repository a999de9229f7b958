import type { Report } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'

let server: TestServer
let boss: Person
let chief: Person
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'boss,chief' }, constants: { reports: 3 } })
  boss = await registerPerson(server, 'boss')
  chief = await registerPerson(server, 'chief')
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

async function ruledReport(verdict: string, more: object = {}): Promise<Report> {
  const { body } = await anna.call('reportPlayer', {
    params: { username: 'bram' },
    body: { reason: 'abuse', text: 'Hij scheldt' },
  })
  expect(codeOf(await anna.call('fileAppeal', { body: { report: body.id, text: 'Nu al' } }))).toBe('conflict')
  const ruling = { verdict, reason: 'Blijf beleefd.', ...more }
  await boss.call('ruleOnReport', { params: { id: body.id }, body: ruling })
  return body
}
const appeal = (by: TestPlayer, report: number) =>
  by.call('fileAppeal', { body: { report, text: 'Dat klopt niet' } })
const decide = (by: Person, id: number, verdict = 'granted') =>
  by.call('decideAppeal', { params: { id }, body: { verdict, reason: 'Nagekeken' } })

test('both sides read the ruling on a report, and a granted appeal takes the warning back', async () => {
  const report = await ruledReport('upheld', { warn: true })
  const [ruling] = (await bram.call('listRulingsAboutYou')).body.items
  expect(ruling).toMatchObject({ report: report.id, reason: 'Blijf beleefd.', warned: true })
  expect(JSON.stringify(ruling)).not.toContain('anna')

  const { body: filed } = await appeal(bram, report.id)
  expect(filed).toMatchObject({ report: report.id, sanction: null, state: 'open' })
  expect(codeOf(await appeal(bram, report.id))).toBe('conflict')
  expect((await boss.call('listAppeals')).body.items).toMatchObject([
    { appeal: { id: filed.id }, target: null, report: { id: report.id }, mayDecide: false },
  ])
  expect(codeOf(await decide(boss, filed.id))).toBe('forbidden')
  expect((await decide(chief, filed.id)).status).toBe(200)
  const [warning] = (await bram.call('listAllWarnings')).body.items
  expect(warning).toMatchObject({ report: report.id, withdrawn: true })
  expect((await bram.call('listOwnAppeals')).body.items).toMatchObject([
    { id: filed.id, state: 'granted', decision: { reason: 'Nagekeken' } },
  ])
  // the report keeps its state
  expect((await anna.call('listReports')).body.items[0].state).toBe('upheld')
})

test('an upheld report without a warning is told to the reported player too, a dismissed one is not', async () => {
  const upheld = await ruledReport('upheld')
  expect((await notificationsOf(server, bram))[0]).toEqual({
    kind: 'report-upheld',
    report: upheld.id,
    by: 'boss',
    reason: 'Blijf beleefd.',
  })
  const dismissed = await ruledReport('dismissed')
  expect((await notificationsOf(server, bram))[0]).toMatchObject({ report: upheld.id })
  expect(codeOf(await appeal(bram, dismissed.id))).toBe('not-found')
  // the reporter may appeal against a dismissal
  const { body: filed } = await appeal(anna, dismissed.id)
  expect((await decide(chief, filed.id, 'rejected')).status).toBe(200)
  expect((await notificationsOf(server, anna))[0]).toMatchObject({
    kind: 'appeal-decided',
    verdict: 'rejected',
  })
  const both = { report: dismissed.id, sanction: 1, text: 'Beide' }
  expect(codeOf(await anna.call('fileAppeal', { body: both }))).toBe('validation')
  expect(codeOf(await anna.call('fileAppeal', { body: { text: 'Geen van beide' } }))).toBe('validation')
  const huge = { report: 2 ** 40, text: 'Nergens' }
  expect(codeOf(await anna.call('fileAppeal', { body: huge }))).toBe('not-found')
})

test('anybody can report unlawful content without an account, and reads the decision', async () => {
  const notice = { location: '/games/100001', text: 'Een bedreiging', inGoodFaith: true }
  const send = (more: object = {}) => server.call('reportContent', { body: { ...notice, ...more } })
  expect(codeOf(await send({ inGoodFaith: false }))).toBe('validation')
  expect(codeOf(await send({ text: ' ' }))).toBe('validation')
  const { status, body } = await send({ name: 'Dirk', email: 'dirk@example.org' })
  expect([status, body.state, body.decision]).toEqual([201, 'open', null])
  const read = (code: string) => server.call('getContentReport', { params: { code } })
  expect(codeOf(await read(body.code.slice(0, -1)))).toBe('not-found')
  expect(codeOf(await read('9999999999.x'))).toBe('not-found')

  expect(codeOf(await anna.call('listContentReports'))).toBe('forbidden')
  expect((await boss.call('listContentReports')).body.items).toMatchObject([
    { id: body.id, location: '/games/100001', name: 'Dirk', email: 'dirk@example.org' },
  ])
  const ruling = { verdict: 'upheld', reason: 'Het bericht is verwijderd' }
  const rule = (by: Person) => by.call('decideContentReport', { params: { id: body.id }, body: ruling })
  expect((await rule(boss)).body.decision.by.username).toBe('boss')
  expect(codeOf(await rule(chief))).toBe('conflict')
  const decided = await read(body.code)
  expect(decided.body).toMatchObject({ state: 'upheld', decision: { reason: 'Het bericht is verwijderd' } })
  expect(JSON.stringify(decided.body)).not.toContain('boss')
  expect((await boss.call('listAdminActs')).body.items[0]).toMatchObject({ kind: 'content-report-decided' })
  for (let n = 0; n < 2; n++) expect((await send()).status).toBe(201)
  expect(codeOf(await send())).toBe('rate-limited')
})
