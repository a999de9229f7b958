import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolve } from './resolve.ts'

const A = 1
const AAAA = 28

/** What a name server has, by name and type; an empty list: nothing; a name it does not have: no such name. */
const RECORDS: Record<string, Record<number, Buffer[]>> = {
  'both.example': {
    [A]: [Buffer.from([93, 184, 216, 34])],
    [AAAA]: [Buffer.from(`2606${'0'.repeat(28)}`, 'hex')],
  },
  'old.example': { [A]: [Buffer.from([8, 8, 8, 8]), Buffer.from([127, 0, 0, 1])], [AAAA]: [] },
  'bare.example': { [A]: [], [AAAA]: [] },
}

const server = createSocket('udp4')
let asked: string[] = []
beforeAll(() => new Promise<void>((done) => server.bind(0, '127.0.0.1', done)))
afterAll(() => server.close())
const ask = (host: string) => {
  asked = []
  return resolve(host, [`127.0.0.1:${server.address().port}`])
}

server.on('message', (query, from) => {
  const labels: string[] = []
  let at = 12
  for (; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  const end = at + 5
  const name = labels.join('.')
  const type = query.readUInt16BE(at + 1)
  asked.push(name)
  if (name.endsWith('silent.example')) return
  const data = RECORDS[name]?.[type] ?? []
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(name in RECORDS ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(data.length, 6)
  head.writeUInt32BE(0, 8)
  const answers = data.map((address) => {
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length])
    return Buffer.concat([record, address])
  })
  server.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address)
})

test('finds the IPv4 and IPv6 addresses of a name', async () => {
  expect(await ask('both.example')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606::', family: 6 },
  ])
  expect(await ask('old.example')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ])
})

test('finds no address for a name without records, nor for an unknown name', async () => {
  expect(await ask('bare.example')).toEqual([])
  expect(await ask('gone.example')).toEqual([])
  expect(asked).toEqual(['gone.example', 'gone.example'])
})

test('names whose servers do not answer delay no others', async () => {
  const silent = Array.from({ length: 20 }, (_, n) => ask(`${n}.silent.example`))
  expect(await Promise.race([ask('old.example'), ...silent])).toHaveLength(2)
  for (const found of await Promise.all(silent)) expect(found).toEqual([])
}, 20_000)

test('a name without a dot is resolved by this machine', async () => {
  expect((await ask('localhost')).map(({ address }) => address)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  )
  expect(asked).toEqual([])
})
