import { createHmac, randomInt } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../store/transaction.ts'

/** Digits and capitals without those that are read as another: no 0, 1, I, L and O. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const GROUP = 4
const CODE = new RegExp(`^[${LETTERS}]{${2 * GROUP}}$`)

/** Two groups of four letters: one of 31^8, some 850 billion. */
function newLoginCode(): string {
  const letters = Array.from({ length: 2 * GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`
}

/** Keyed with the server's secret, so that a copy of the database reveals no code. @returns null: no code looks like this */
export function hashOfCode({ secret }: Pick<Config, 'secret'>, code: string): Uint8Array<ArrayBuffer> | null {
  const letters = code.replace(/[\s-]/g, '').toUpperCase()
  if (!CODE.test(letters)) return null
  return new Uint8Array(
    createHmac('sha256', secret)
      .update(JSON.stringify(['login code', letters]))
      .digest(),
  )
}

/** A code and the page that logs in with it. */
interface IssuedCode {
  code: string
  url: string
}

/** Gives an account a new code, in place of the earlier one of its kind. */
export async function issueCode(
  config: Pick<Config, 'secret' | 'publicUrl'>,
  tx: Tx,
  { accountId, ownDevice, at, lastsMs }: { accountId: number; ownDevice: boolean; at: Date; lastsMs: number },
): Promise<IssuedCode> {
  await tx.loginCode.deleteMany({ where: { accountId, ownDevice } })
  const expiresAt = new Date(at.getTime() + lastsMs)
  for (;;) {
    const code = newLoginCode()
    const hash = hashOfCode(config, code)
    // another account may have the same code
    const { count } = await tx.loginCode.createMany({
      data: hash ? [{ hash, accountId, ownDevice, createdAt: at, expiresAt }] : [],
      skipDuplicates: true,
    })
    // browsers do not send what comes after the # to servers
    if (count > 0) return { code, url: `${config.publicUrl}/welcome#${code}` }
  }
}
