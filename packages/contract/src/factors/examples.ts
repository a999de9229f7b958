const recoveryCodes = ['k3fq-7zma-2wtn-yd5h', 'p6xe-c4ru-jv2b-5gos']

const passkey = {
  id: 61,
  name: 'My phone',
  createdAt: '2026-11-20T08:20:00.000Z',
  lastUsedAt: null,
}
const challenge = 'zQ0kR1uYb3mXc8vLw5sT7dF2hJ9nG4pA'
const id = 'lGmX0aR4tYb7cQ2vNw9sKe'
const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'

export const FACTOR_EXAMPLES = {
  getFactors: {
    response: {
      password: true,
      totp: { confirmedAt: '2026-11-20T08:15:00.000Z' },
      passkeys: [passkey],
      recoveryCodesLeft: 9,
    },
  },
  setUpTotp: {
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Tegenzet:anna?issuer=Tegenzet&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  confirmTotp: { body: { code: '287 082' }, response: { recoveryCodes } },
  challengePasskey: { response: { challenge, rpId: 'tegenzet.example', userVerification: 'required' } },
  startPasskey: {
    response: {
      challenge,
      rp: { name: 'Tegenzet', id: 'tegenzet.example' },
      user: { id: 'YWNjb3VudCAxMg', name: 'anna', displayName: 'anna' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  },
  addPasskey: {
    body: {
      name: passkey.name,
      passkey: { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } },
    },
    response: { passkey, recoveryCodes: null },
  },
  renewRecoveryCodes: { response: { recoveryCodes } },
}
