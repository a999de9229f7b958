import type { Sanction } from '@tegenzet/contract'
import { expect } from 'vitest'
import type { Person } from './registered-person.ts'

type Admin = Pick<Person, 'call'>

/** Stops a player from starting games. */
export async function restrict(admin: Admin, { username }: { username: string }): Promise<Sanction> {
  const sanction = { kind: 'restrict', reason: 'An engine helped.' }
  const { status, body } = await admin.call('imposeSanction', { params: { username }, body: sanction })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

export async function lift(admin: Admin, id: number): Promise<void> {
  const { status } = await admin.call('liftSanction', { params: { id }, body: { reason: 'A mistake.' } })
  expect(status).toBe(200)
}
