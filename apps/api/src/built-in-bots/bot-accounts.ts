import { randomBytes } from 'node:crypto'
import { BOT_LEVELS, type BotLevel, type Scope } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { hashToken, TOKEN_PREFIX } from '../http/session.ts'

/** The computer players of this server: one a level, so that people choose whom they play. */
const nameOf = (level: BotLevel): string => `Computer-${level}`
/** In place of an e-mail address: nobody can register with it, and without a password nobody can log in. */
const keyOf = (level: BotLevel): string => `house:${level}`

/** Whether a name is kept for this server's own players, whether they play now or not. */
export const isHouseName = (username: string): boolean => /^computer-\d+$/i.test(username)

const SCOPES: Scope[] = ['account:read', 'game:read', 'game:play', 'challenge:write']

export interface HouseBot {
  level: BotLevel
  token: string
}

/**
 * The house's players with a new token each, made where they are missing. Their old tokens end, and with them whatever
 * still played by those.
 */
export async function admitHouse(deps: Deps): Promise<HouseBot[]> {
  const bots: HouseBot[] = []
  for (const level of BOT_LEVELS)
    bots.push({ level, token: await newToken(deps, await accountOf(deps, level)) })
  return bots
}

/** Ends the house's tokens: nothing plays by them any more. */
export async function dismissHouse(deps: Deps): Promise<void> {
  const ended = await deps.database.prisma.$queryRaw<{ id: string }[]>`
    DELETE FROM tokens USING accounts a JOIN players p ON p.id = a.player_id
    WHERE tokens.account_id = a.id AND p.built_in RETURNING tokens.id::text`
  for (const { id } of ended) deps.live.revoke(`token:${id}`)
}

async function accountOf({ database: { prisma }, now }: Deps, level: BotLevel): Promise<number> {
  const known = await prisma.account.findUnique({ where: { email: keyOf(level) } })
  if (known) return known.id
  const at = now()
  // somebody may have the name from before it was kept
  for (let name = nameOf(level); ; name += '_') {
    if (await prisma.player.findUnique({ where: { usernameKey: name.toLowerCase() } })) continue
    const { account } = await prisma.player.create({
      select: { account: { select: { id: true } } },
      data: {
        ...{ username: name, usernameKey: name.toLowerCase(), kind: 'bot', builtIn: true, createdAt: at },
        account: { create: { name, email: keyOf(level), createdAt: at, updatedAt: at } },
      },
    })
    return account!.id
  }
}

async function newToken({ database: { prisma }, now }: Deps, accountId: number): Promise<string> {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  const hash = new Uint8Array(hashToken(token))
  await prisma.token.create({ data: { accountId, name: 'house', scopes: SCOPES, hash, createdAt: now() } })
  return token
}
