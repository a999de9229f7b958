import { expect } from 'vitest'
import type { Person } from './registered-person.ts'

/** Stops a player from starting games, until the returned function is called. */
export async function restrict(
  admin: Pick<Person, 'call'>,
  { username }: { username: string },
): Promise<() => Promise<void>> {
  const body = { kind: 'restrict', reason: 'An engine helped.' }
  const imposed = await admin.call('imposeSanction', { params: { username }, body })
  expect(imposed.status).toBe(201)
  return async () => {
    const lifting = { params: { id: imposed.body.id }, body: { reason: 'A mistake.' } }
    expect((await admin.call('liftSanction', lifting)).status).toBe(200)
  }
}
