import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '@tegenzet/client'
import type { NewPasskey, PasskeyAnswer } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { isMissingPart } from '$lib/missing-parts.svelte.ts'

/** Whether the browser has passkeys for this site. They belong to domain names, not to IP addresses. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** Lets the user choose a passkey and confirm. @throws if they do not */
export async function askPasskey(): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call('challengePasskey'),
  ])
  const answer: AuthenticationResponseJSON = await startAuthentication({ optionsJSON })
  return answer as AuthenticationResponseJSON & PasskeyAnswer
}

/** Lets the user make a passkey for the options of `startPasskey`. @throws if they do not */
export async function makePasskey(options: { challenge: string }): Promise<NewPasskey['passkey']> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const made: RegistrationResponseJSON = await startRegistration({ optionsJSON })
  return made as RegistrationResponseJSON & NewPasskey['passkey']
}

/** What to say if a passkey did not work. Users who close the browser's question cause an error too. */
export const passkeyError = (error: unknown, failed: string): string =>
  isMissingPart(error) || (error instanceof ApiError && error.code !== 'wrong-credentials')
    ? errorMessage(error)
    : failed
