import { randomBytes } from 'node:crypto'
import { hashToken } from '../credentials/token-secret.ts'

/** 24 random bytes: too many to guess, so attempts need no limit of their own. */
export const newInvitationKey = (): string => randomBytes(24).toString('base64url')

/** What the database keeps of a key. */
export const hashOfKey = (key: string): Buffer<ArrayBuffer> => hashToken(`site invitation ${key}`)
