import type { OidcProblem } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { countAttempt } from '../limits/rate-counters.ts'
import { enter, type From } from '../login/enter.ts'
import { recordProof } from '../login/prove-identity.ts'
import type { LoggedIn } from '../login/start-session.ts'
import { type BegunStep, type KnownStep, STEP_SECONDS } from './kept-step.ts'
import { addIdentity } from './link-identity.ts'
import type { OidcProvider } from './oidc-provider.ts'
import type { Person } from './person.ts'
import { signupClosed } from './sign-up.ts'

/** What to do with a browser that has come back from the provider. */
type Arrival =
  | { kind: 'logged-in'; loggedIn: LoggedIn }
  /** They choose a username, or send a second factor. */
  | { kind: 'continue'; step: KnownStep }
  | { kind: 'done' }
  | { kind: 'problem'; problem: OidcProblem }

interface Return {
  /** What the browser has begun. */
  step: BegunStep
  /** The query that it came back with. */
  search: string
  caller: Caller | null
  from: From
}

/** Takes a browser that the provider has sent back: logs in, links an identity, or proves one. */
export async function comeBack(
  deps: Deps,
  db: Db,
  provider: OidcProvider,
  { step, search, caller, from }: Return,
): Promise<Arrival> {
  const once = { key: ['oidc state', step.state], max: 1, windowMs: STEP_SECONDS * 1000 }
  if (!(await countAttempt(deps, db, once)).ok) return problem('failed')
  const finished = await provider.finish(step, search)
  if ('problem' in finished) return problem(finished.problem)
  const { person } = finished
  if (!step.act) return logIn(deps, db, { person, step, from })
  // logged out or in to another account meanwhile
  if (caller?.kind !== 'session' || caller.accountId !== step.act.accountId) return problem('other-account')
  const refused =
    step.act.kind === 'link'
      ? await addIdentity(deps, db, { person, caller, client: from.client })
      : await prove(deps, db, person, caller, from)
  return refused ? problem(problemOf(refused)) : { kind: 'done' }
}

const problem = (problem: OidcProblem): Arrival => ({ kind: 'problem', problem })

const PROBLEMS: Partial<Record<string, OidcProblem>> = {
  conflict: 'already-linked',
  forbidden: 'other-account',
  'proof-needed': 'proof-needed',
  'account-closed': 'account-closed',
  'registration-closed': 'registration-closed',
}
const problemOf = ({ error }: Refused): OidcProblem => PROBLEMS[error.code] ?? 'failed'

const findIdentity = (db: Db, { issuer, subject }: Person) =>
  db.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { id: true, accountId: true },
  })

async function logIn(
  deps: Deps,
  db: Db,
  { person, step: { fresh, next }, from }: Pick<Return, 'step' | 'from'> & { person: Person },
): Promise<Arrival> {
  const identity = await findIdentity(db, person)
  const known: KnownStep = { step: 'known', person, identity, fresh, next }
  if (!identity) {
    const closed = signupClosed(deps.config)
    return closed ? problem(problemOf(closed)) : { kind: 'continue', step: known }
  }
  const { id, accountId } = identity
  if (await hasSecondFactor(db, accountId)) return { kind: 'continue', step: known }
  const proof = { accountId, identity: { id, fresh } }
  const entered = await inTransaction(db, (tx) => enter(deps, tx, proof, from.client, UNLINKED))
  return entered.ok ? { kind: 'logged-in', loggedIn: entered.value } : problem(problemOf(entered))
}

/** Proves who a caller is by an identity that is linked with their account. */
async function prove(
  deps: Deps,
  db: Db,
  person: Person,
  caller: Caller,
  { client }: From,
): Promise<Refused | null> {
  const identity = await findIdentity(db, person)
  if (identity?.accountId !== caller.accountId)
    return refuse('forbidden', 'This identity is not linked with your account.')
  await recordProof(deps, db, caller, client)
  return null
}

export const UNLINKED = refuse('unauthenticated', 'This identity has just been unlinked. Log in again.')
