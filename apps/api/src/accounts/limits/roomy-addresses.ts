import { isIPv6 } from 'node:net'
import { ok, type Result } from '@tegenzet/common'
import type { addRoomyAddressBody, pageQuery, RoomyAddress } from '@tegenzet/contract'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import { addressList } from '../../config/address-list.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

/** How much wider the limits of a school or a club's evening are, where many people share an address. */
const ROOMY = 30

const HOUR_MS = 3_600_000

/** The limit of an address, wider for those in `ROOMY_ADDRESSES` and those that an admin has added. */
export async function limitOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  address: string,
  max: number,
): Promise<number> {
  const added = await db.roomyAddress.findMany({ where: { until: { gt: now() } }, select: { network: true } })
  const networks = [...config.roomyAddresses, ...added.map(({ network }) => network)]
  const roomy = addressList(networks.map(ofNetwork))
  return roomy.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ? max * ROOMY : max
}

/** Limits count the clients of a /64 of IPv6 together, so an address or a smaller network is wider as a whole. */
function ofNetwork(range: string): string {
  const [address = '', bits = '128'] = range.split('/')
  return isIPv6(address) ? `${address}/${Math.min(Number(bits), 64)}` : range
}

interface AddRoomyAddress {
  body: z.output<typeof addRoomyAddressBody>
  byId: number
  at: Date
}

/** Makes the limits of an address or network wider for some hours, on all processes at once. */
export const addRoomyAddress = (
  db: Db,
  { body: { network, hours }, byId, at }: AddRoomyAddress,
): Promise<RoomyAddress> =>
  inTransaction(db, async (tx) => {
    await tx.roomyAddress.deleteMany({ where: { until: { lte: at } } })
    const until = new Date(at.getTime() + hours * HOUR_MS)
    const added = await tx.roomyAddress.create({ data: { network, until, createdAt: at } })
    await recordAct(tx, {
      kind: 'roomy-address-added',
      byId,
      details: { network, until: until.toISOString() },
      at,
    })
    return roomyAddressView(added)
  })

/** Those that have not run out, newest first. */
export const listRoomyAddresses = (
  db: Db,
  query: z.output<z.ZodObject<typeof pageQuery>>,
  at: Date,
): Promise<Result<Page<RoomyAddress>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.roomyAddress.findMany({ ...page, where: { AND: [where, { until: { gt: at } }] } }),
    roomyAddressView,
  )

export const removeRoomyAddress = (
  db: Db,
  { id, byId, at }: { id: number; byId: number; at: Date },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await tx.roomyAddress.findUnique({ where: { id } })
    if (!found) return refuse('not-found', `There is no address ${id} with wider limits.`)
    await tx.roomyAddress.delete({ where: { id } })
    await recordAct(tx, { kind: 'roomy-address-removed', byId, details: { network: found.network }, at })
    return ok(undefined)
  })

const roomyAddressView = ({ until, ...row }: { id: number; network: string; until: Date }): RoomyAddress => ({
  id: row.id,
  network: row.network,
  until: until.toISOString(),
})
