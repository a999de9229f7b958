import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Challenge } from '@tegenzet/contract'
import type { Config } from '../../config.ts'
import type { Caller } from '../../http/caller.ts'
import { holdsScope } from '../../http/caller.ts'
import { MAX_ID } from '../../store/page.ts'
import { type ChallengeRow, challengeView } from './challenge-row.ts'

/** What an invitation's code is made of. With the moment a number that a restored database gives again opens nothing. */
type Invitation = Pick<ChallengeRow, 'id' | 'createdAt'>
type Settings = Pick<Config, 'secret' | 'publicUrl'>

const SIGNATURE_BYTES = 16

/**
 * The link of an invitation. Its code is derived from the server's secret and not stored: its maker can be shown it again,
 * and whoever reads the database alone accepts nothing. After the `#` it is told to no server by opening it.
 */
export const inviteUrl = ({ secret, publicUrl }: Settings, invitation: Invitation): string =>
  `${publicUrl}/invite#${invitation.id}-${sign(secret, invitation).toString('base64url')}`

/** @returns the challenge's number and its signature; null where it is no code */
export function readCode(code: string): { id: number; signature: Buffer } | null {
  const [, id, signature] = /^(\d{1,10})-([\w-]{22})$/.exec(code) ?? []
  if (!id || !signature || Number(id) > MAX_ID) return null
  return { id: Number(id), signature: Buffer.from(signature, 'base64url') }
}

/** Whether the code was made here for this one. */
export const codeHolds = ({ secret }: Settings, invitation: Invitation, signature: Buffer): boolean =>
  timingSafeEqual(signature, sign(secret, invitation))

const sign = (secret: string, { id, createdAt }: Invitation): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['invitation', id, createdAt.getTime()]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** A challenge as a call shows it: to the maker of an invitation with its link, while it is open. */
export function viewFor(settings: Settings, row: ChallengeRow, caller: Caller | null): Challenge {
  const view = challengeView(row)
  const isMaker = caller?.playerId === row.challenger.id && holdsScope(caller, 'challenge:write')
  return row.invite && row.state === 'open' && isMaker
    ? { ...view, inviteUrl: inviteUrl(settings, row) }
    : view
}
