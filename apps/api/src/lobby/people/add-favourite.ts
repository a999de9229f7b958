import { ok, type Result } from '@tegenzet/common'
import type { Favourite } from '@tegenzet/contract'
import { contactRefused, readContact } from '../../accounts/players/contact.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { insertFavourite, readFavourites } from './favourite-store.ts'
import { favouriteViewer } from './list-favourites.ts'

export async function addFavourite(
  { config, now }: Deps,
  db: Db,
  caller: Caller,
  username: string,
): Promise<Result<Favourite, Refusal>> {
  const { playerId } = caller
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const favouriteId = person.value.id
  if (favouriteId === playerId) return refuse('yourself', 'You cannot be your own favourite.')
  const { favourites: max } = config.limits
  const at = now()
  await insertFavourite(db, { playerId, favouriteId, createdAt: at, max })
  const [row] = await readFavourites(db, { playerId, favouriteId, limit: 1 }, at)
  if (row) return ok((await favouriteViewer(db, [row], caller, at))(row))
  const contact = await readContact(db, playerId, favouriteId)
  const blocked = contact.blocked === 'mine' && contactRefused(contact, person.value, 'challenges')
  if (blocked) return blocked
  return refuse('limit-reached', `You have ${max} favourites, the maximum: remove one first.`)
}

export async function removeFavourite(
  db: Db,
  { playerId }: Caller,
  username: string,
): Promise<Result<undefined, Refusal>> {
  const person = await findPerson(db, username, { closed: true })
  if (!person.ok) return person
  await db.favourite.deleteMany({ where: { playerId, favouriteId: person.value.id } })
  return ok(undefined)
}
