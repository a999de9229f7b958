import type { Prisma } from '@tegenzet/db'
import { ACCOUNT_TABLES } from './accounts.ts'
import { COMPETITION_TABLES } from './competition.ts'
import { DELIVERY_TABLES } from './delivery.ts'
import { FACTOR_TABLES } from './factors.ts'
import { GAME_TABLES } from './games.ts'
import { MODERATION_TABLES } from './moderation.ts'
import { PEOPLE_TABLES } from './people.ts'
import { type MappedTable, table } from './table.ts'

/**
 * Every table of the database, with what export and erasure do with its columns and rows. Both follow this map: erasure
 * in its order, so tables come before those that they refer to.
 */
const PERSONAL_DATA = {
  ...DELIVERY_TABLES,
  ...FACTOR_TABLES,
  ...ACCOUNT_TABLES,
  ...MODERATION_TABLES,
  ...PEOPLE_TABLES,
  ...COMPETITION_TABLES,
  ...GAME_TABLES,
  FormerUsername: table(
    'FormerUsername',
    { copied: ['playerId', 'username', 'createdAt'], other: ['hash'] },
    {
      list: 'formerUsernames',
      rows: ({ playerId }) => ({ playerId }),
      // nobody else gets the name, but it leads nowhere
      erasure: { values: { playerId: null, username: null } },
    },
  ),
  // a trigger follows the name
  NamePart: table('NamePart', { repeated: ['part'], other: ['kind', 'whole', 'ownerId'] }),
  Player: table(
    'Player',
    {
      copied: ['id', 'username', 'kind', 'createdAt'],
      repeated: ['usernameKey'],
      other: ['builtIn', 'vacationsVersion', 'blockCount'],
    },
    { list: 'player', rows: ({ playerId }) => ({ id: playerId }), erasure: 'keep' },
  ),
  Account: table(
    'Account',
    {
      copied: [
        ...['id', 'playerId', 'name', 'email', 'emailVerified', 'pendingEmail', 'image', 'language'],
        ...[
          'timezone',
          'daysOff',
          'quietFrom',
          'quietTo',
          'about',
          'country',
          'profileShows',
          'role',
          'clubsOnly',
          'roles',
          'managerOf',
          'adminGranted',
        ],
        ...['createdAt', 'updatedAt', 'reminders', 'mailed', 'digestAt', 'digestDay', 'digestSince'],
        ...['deletesAt'],
      ] as const,
      other: ['forgetAt'],
    },
    { list: 'account', rows: ({ accountId }) => ({ id: accountId }), erasure: 'delete' },
  ),
  News: table('News', { other: ['id', 'texts', 'createdAt', 'changedAt'] }),
  LadderTerms: table('LadderTerms', { other: ['rules', 'provenDraws'] }),
  Outage: table('Outage', { other: ['id', 'from', 'until', 'givenBack'] }),
  Heartbeat: table('Heartbeat', { other: ['id', 'at'] }),
  Lease: table('Lease', { other: ['name', 'at'] }),
  PackedUntil: table('PackedUntil', { other: ['updatedAt', 'gameId'] }),
  ConsumerOffset: table('ConsumerOffset', { other: ['consumer', 'eventId'] }),
} satisfies { [M in Prisma.ModelName]: { model: M } }

export const mappedTables = (): MappedTable[] => Object.values(PERSONAL_DATA)
