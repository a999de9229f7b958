import { createHash } from 'node:crypto'
import type { RegistrationPuzzle } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'

const BITS = 8
let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { REGISTER_PUZZLE: `${BITS}` } })
})
afterAll(() => server.close())

const zeroBits = (text: string, username: string, nonce: number): number =>
  Math.clz32(createHash('sha256').update(`${text}:${username}:${nonce}`).digest().readUInt32BE())

/** The first nonce whose hash has enough zero bits, or too few. */
function findNonce({ text, bits }: RegistrationPuzzle, username: string, enough = true): string {
  let nonce = 0
  while (zeroBits(text, username, nonce) >= bits !== enough) nonce++
  return `${nonce}`
}
const newPuzzle = async (): Promise<RegistrationPuzzle> =>
  (await server.call('getRegistrationPuzzle')).body.puzzle!
const register = async (username: string, puzzle?: { text: string; nonce: string }) => {
  const body = { username, email: `${username}@example.org`, password: 'a long password 1', puzzle }
  const { status, body: answer } = await server.call('register', { body })
  return [status, (answer as { code?: string }).code]
}
const NEEDED = [403, 'puzzle-needed']

test('a registration needs the solution of a puzzle, which is good for one username', async () => {
  expect((await server.call('getAbout')).body.features).toContain('registration-puzzle')
  expect(await register('Anna')).toEqual(NEEDED)
  const puzzle = await newPuzzle()
  expect(puzzle.bits).toBe(BITS)
  const { text } = puzzle
  expect(await register('Anna', { text, nonce: findNonce(puzzle, 'anna', false) })).toEqual(NEEDED)
  const nonce = findNonce(puzzle, 'anna')
  expect(zeroBits(text, 'bram', Number(nonce)) >= BITS).toBe(false)
  expect(await register('bram', { text, nonce })).toEqual(NEEDED)
  expect(await register('Anna', { text, nonce })).toEqual([201, undefined])
})

test('a puzzle is good for ten minutes, and only if this server has made it', async () => {
  const puzzle = await newPuzzle()
  const nonce = findNonce(puzzle, 'carla')
  const [expiresAt, signature] = puzzle.text.split('.')
  const forged = `${Number(expiresAt) + 60_000}.${signature}`
  expect(
    await register('carla', { text: forged, nonce: findNonce({ ...puzzle, text: forged }, 'carla') }),
  ).toEqual(NEEDED)
  await server.advanceTime(10 * 60_000)
  expect(await register('carla', { text: puzzle.text, nonce })).toEqual(NEEDED)
  const again = await newPuzzle()
  expect(await register('carla', { text: again.text, nonce: findNonce(again, 'carla') })).toEqual([
    201,
    undefined,
  ])
})
