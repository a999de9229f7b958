import { type Persons, table } from './table.ts'

const ofAccount = ({ accountId }: Persons) => ({ accountId })

/** Second factors and the security log. */
export const FACTOR_TABLES = {
  Totp: table(
    'Totp',
    { copied: ['accountId', 'confirmedAt'], secret: ['secret'], other: ['usedPeriod'] },
    { list: 'authenticatorApp', rows: ofAccount, erasure: 'delete' },
  ),
  RecoveryCode: table(
    'RecoveryCode',
    { copied: ['accountId'], secret: ['hash'] },
    { list: 'recoveryCodes', rows: ofAccount, erasure: 'delete' },
  ),
  Passkey: table(
    'Passkey',
    {
      copied: ['id', 'accountId', 'name', 'createdAt', 'lastUsedAt'],
      secret: ['credentialId', 'publicKey'],
      other: ['counter', 'transports'],
    },
    { list: 'passkeys', rows: ofAccount, erasure: 'delete' },
  ),
  SecurityEvent: table(
    'SecurityEvent',
    {
      copied: [
        ...['id', 'accountId', 'kind', 'subject', 'userAgent', 'network', 'mailedTo', 'disputedAt', 'at'],
      ] as const,
    },
    { list: 'securityLog', rows: ofAccount, erasure: 'delete' },
  ),
}
