import type { Result } from '@tegenzet/common'
import type { logInWithCodeBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { codeLoginRefused } from '../access/password-login-off.ts'
import { countPasswordAttempt, uncountPasswordAttempt } from '../limits/password-attempts.ts'
import { countCode, uncountCode } from '../managed/code-attempts.ts'
import { hashOfCode } from '../managed/login-code.ts'
import { checkSecondFactor, enter, type From } from './enter.ts'
import type { LoggedIn } from './start-session.ts'

/** The same for codes that never existed, were used or have expired. */
const WRONG_LOGIN_CODE = refuse(
  'unauthenticated',
  'This code is wrong, has been used, or has expired. Ask whoever gave it to you for a new one.',
)

/** Logs the owner of a managed account in. A code that is right is used up only when the session begins. */
export async function logInWithCode(
  deps: Deps,
  db: Db,
  { code, secondFactor, passkey }: z.output<typeof logInWithCodeBody>,
  from: From,
): Promise<Result<LoggedIn, Refusal>> {
  const off = codeLoginRefused(deps.config)
  if (off) return off
  const { address } = from.client
  const counted = await countCode(deps, db, address)
  if (!counted.ok) return counted
  const loginCode = hashOfCode(deps.config, code)
  const found = loginCode && (await db.loginCode.findUnique({ where: { hash: loginCode } }))
  if (!loginCode || !found || found.expiresAt <= deps.now()) return WRONG_LOGIN_CODE
  await uncountCode(db, counted.value)

  const { accountId } = found
  // whoever has found the code guesses the second factor as slowly as with the password
  const attempt = { who: accountId, address }
  const countedFactor = await countPasswordAttempt(deps, db, attempt)
  if (!countedFactor.ok) return countedFactor
  const proof = await checkSecondFactor(deps, db, accountId, { code: secondFactor, passkey }, from)
  if (!proof.ok) {
    if (proof.error.code === 'second-factor-needed') await uncountPasswordAttempt(deps, db, attempt)
    return proof
  }
  return inTransaction(db, (tx) =>
    enter(deps, tx, { ...proof.value, loginCode }, from.client, WRONG_LOGIN_CODE),
  )
}
