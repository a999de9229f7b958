import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, PASSWORD, type Person, registerPerson } from '../people/registered-person.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let other: TestServer
let admin: Person
beforeAll(async () => {
  const env = {
    ADMINS: 'boss',
    TRUST_PROXY: 'loopback',
    REGISTER_LIMIT: '1',
    GUEST_LIMIT: '1',
    ROOMY_ADDRESSES: '192.0.2.0/25, 2001:db8::1',
  }
  server = await startServer({ env })
  other = await startServer({ env, database: server.database, now: server.clock.now() })
  admin = await registerPerson(server, 'boss')
})
afterAll(async () => {
  await other?.close()
  await server?.close()
})

let serial = 0
/** How many of so many registrations from an address are accepted. */
async function registered(address: string, tries: number, on = server): Promise<number> {
  let accepted = 0
  for (let n = 0; n < tries; n++) {
    const username = `pupil${++serial}`
    const answer = await on.call('register', {
      body: { username, email: `${username}@example.org`, password: PASSWORD },
      headers: { 'x-forwarded-for': address },
    })
    if (answer.status === 201) accepted++
    else expect(codeOf(answer)).toBe('rate-limited')
  }
  return accepted
}
const guests = async (address: string) =>
  (await server.call('createGuest', { headers: { 'x-forwarded-for': address } })).status

test('thirty people register from a roomy address, one from another', async () => {
  expect(await registered('192.0.2.7', 31)).toBe(30)
  expect(await registered('192.0.2.200', 2)).toBe(1)
  // the whole /64, because its clients are counted together
  expect(await registered('2001:db8::2', 3)).toBe(3)
  expect([await guests('192.0.2.7'), await guests('192.0.2.7')]).toEqual([201, 201])
  expect([await guests('192.0.2.200'), await guests('192.0.2.200')]).toEqual([201, 429])
})

test('an admin makes an address roomy for some hours, on all processes, and ends it', async () => {
  const add = (network: string, hours: number) => admin.call('addRoomyAddress', { body: { network, hours } })
  for (const network of ['school', '192.0.2.0/33', '192.0.2.0/24/8', ''])
    expect(codeOf(await add(network, 1))).toBe('validation')
  expect(codeOf(await add('198.51.100.4', 73))).toBe('validation')
  const { status, body } = await add('198.51.100.0/24', 2)
  const until = new Date(server.clock.now().getTime() + 2 * HOUR_MS).toISOString()
  expect([status, body]).toEqual([201, { id: body.id, network: '198.51.100.0/24', until }])
  expect((await admin.call('listRoomyAddresses')).body.items).toEqual([body])
  expect(await registered('198.51.100.9', 3)).toBe(3)
  expect(await registered('198.51.100.8', 3, other)).toBe(3)

  expect((await admin.call('removeRoomyAddress', { params: { id: body.id } })).status).toBe(204)
  expect(codeOf(await admin.call('removeRoomyAddress', { params: { id: body.id } }))).toBe('not-found')
  expect(await registered('198.51.100.9', 1)).toBe(0)

  await add('198.51.100.4', 1)
  expect(await registered('198.51.100.4', 2)).toBe(2)
  server.clock.advance(HOUR_MS + 1)
  expect(await registered('198.51.100.4', 2)).toBe(1)
  expect((await admin.call('listRoomyAddresses')).body.items).toEqual([])
  const log = (await admin.call('listAdminActs')).body.items
  expect(log.map(({ kind, details }: any) => [kind, details.network])).toEqual([
    ['roomy-address-added', '198.51.100.4'],
    ['roomy-address-removed', '198.51.100.0/24'],
    ['roomy-address-added', '198.51.100.0/24'],
  ])
})
