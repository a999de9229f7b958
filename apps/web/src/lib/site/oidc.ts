import type { OidcProblem } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { about } from './about.ts'

/** The host's provider with which people log in; null: there is none. Reactive. */
export const oidc = () => about.current?.oidc ?? null

/** Leads to the provider, and then to a page of this site. @param fresh whether they have to log in there again */
export const oidcHref = (next: string, fresh = false): string =>
  `/api/v1/session/oidc?${new URLSearchParams({ next, ...(fresh && { fresh: 'true' }) })}`

const PROBLEMS: Record<OidcProblem, (inputs: { name: string }) => string> = {
  unavailable: m.account_provider_unavailable,
  denied: m.account_provider_denied,
  failed: m.account_provider_failed,
  'not-admitted': m.account_provider_not_admitted,
  'registration-closed': m.account_provider_registration_closed,
  'account-closed': m.account_provider_account_closed,
  'already-linked': m.account_provider_already_linked,
  'other-account': m.account_provider_other_account,
  'proof-needed': m.account_provider_proof_needed,
}

/** Why a log-in with the provider came to nothing, as the address of the page says. null: nothing went wrong. */
export function oidcProblem(url: URL): string | null {
  const problem = url.searchParams.get('problem')
  if (problem === null || !oidc()) return null
  const format = PROBLEMS[problem as OidcProblem] ?? m.account_provider_failed
  return format({ name: oidc()?.name ?? '' })
}
