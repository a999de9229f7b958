import { randomBytes } from 'node:crypto'
import { type Role, rolesAllowScope, SCOPES, type Scope, type StaffRole } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { hashToken, TOKEN_PREFIX } from '../../src/accounts/credentials/token-secret.ts'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import type { TestClock } from '../server/test-clock.ts'

export interface TestPlayer {
  /** The player's id, as games show it. */
  id: number
  accountId: number
  username: string
  token: string
  /** Calls with this player's token. */
  call: CallOperation
}

export interface PlayerOptions {
  scopes?: readonly Scope[]
  role?: Role
  roles?: Exclude<StaffRole, 'admin'>[]
  kind?: 'bot'
}

/** Inserts a player with an account and a token. No password is hashed. */
export async function insertPlayer(
  { prisma }: Database,
  clock: TestClock,
  url: string,
  username: string,
  { scopes, role = 'player', roles = [], kind }: PlayerOptions = {},
): Promise<TestPlayer> {
  const token = `${TOKEN_PREFIX}${randomBytes(24).toString('base64url')}`
  const createdAt = clock.now()
  const { id, account } = await prisma.player.create({
    select: { id: true, account: { select: { id: true } } },
    data: {
      username,
      usernameKey: username.toLowerCase(),
      kind,
      createdAt,
      account: {
        create: {
          name: username,
          email: `${username.toLowerCase()}@example.org`,
          role,
          roles,
          adminGranted: role === 'admin',
          createdAt,
          tokens: {
            create: {
              name: 'test',
              hash: hashToken(token),
              scopes: [
                ...(scopes ??
                  SCOPES.filter((scope) => rolesAllowScope(role === 'admin' ? [role] : roles, scope))),
              ],
              createdAt,
            },
          },
        },
      },
    },
  })
  return {
    id,
    accountId: account!.id,
    username,
    token,
    call: createCaller(url, { authorization: `Bearer ${token}` }),
  }
}
