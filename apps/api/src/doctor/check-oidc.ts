import { isLoopback } from '../accounts/admins/admin-code.ts'
import { discover } from '../accounts/identities/oidc-provider.ts'
import type { Config } from '../config/config.ts'
import { type Finding, good, problem, skipped } from './finding.ts'

const TOPIC = 'log-in'

/** Asks the provider for its configuration. Nobody is logged in. */
export async function checkOidc({ oidc, registration, publicUrl }: Config): Promise<Finding[]> {
  if (!oidc) return [skipped(TOPIC, 'no OpenID Connect provider is set up')]
  const findings: Finding[] = []
  try {
    await discover(oidc)
    const callback = `${publicUrl}/api/v1/session/oidc/callback`
    findings.push(good(TOPIC, `the OpenID Connect provider answers; its redirect URI must be ${callback}`))
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message
    findings.push(problem(TOPIC, `The OpenID Connect provider cannot be used (${why}): check OIDC_ISSUER.`))
  }
  if (registration !== 'open' && oidc.signup && !oidc.require)
    findings.push(
      problem(
        TOPIC,
        'The site is closed, but everybody with an account at the provider can come in: set OIDC_SIGNUP=false or OIDC_REQUIRE.',
      ),
    )
  if (oidc.issuer.startsWith('http:') && !isLoopback(oidc.issuer))
    findings.push(
      problem(TOPIC, 'The provider has no TLS, so whoever is on the way can log in as anybody: use https.'),
    )
  return findings
}
