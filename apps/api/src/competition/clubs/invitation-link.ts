import { createHmac } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../store/transaction.ts'

const CODE_BYTES = 16

interface Invitation {
  id: number
  createdAt: Date
}

/** The code of a link: the number of the invitation and a part derived from the server's secret instead of stored. */
export function linkCode({ secret }: Pick<Config, 'secret'>, { id, createdAt }: Invitation): string {
  const proof = createHmac('sha256', secret)
    .update(JSON.stringify(['club', id, createdAt.getTime()]))
    .digest()
    .subarray(0, CODE_BYTES)
    .toString('base64url')
  return `${id}.${proof}`
}

/** The number of the invitation that a code is for; undefined if it is none. */
export const numberOfCode = (code: string): number | undefined => {
  const digits = /^(\d{1,10})\./.exec(code)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Ends the invitations by a member who no longer organises the club. */
export async function endInvitationsBy(tx: Tx, clubId: number, playerId: number): Promise<void> {
  await tx.clubInvitation.deleteMany({ where: { clubId, byId: playerId } })
}
