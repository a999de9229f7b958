import { BOT_LEVELS, type BotLevel, type Scope } from '@tegenzet/contract'
import { closeConnections } from '../accounts/credentials/close-connections.ts'
import { hashToken, newToken } from '../accounts/credentials/token-secret.ts'
import { isFormerName, leadOn } from '../accounts/names/former-names.ts'
import { builtInBotName } from '../accounts/names/reserved-names.ts'
import { setUsername } from '../accounts/username/change-username.ts'
import type { Deps } from '../deps.ts'
import { type Db, inTransaction } from '../store/transaction.ts'

/** Stored instead of an e-mail address. Nobody can register with it, and without a password nobody can log in. */
const botPlaceholder = (level: BotLevel): string => `house:${level}`

const SCOPES: Scope[] = ['account:read', 'game:read', 'game:play', 'challenge:write']

export interface BotAccount {
  level: BotLevel
  accountId: number
  playerId: number
}

/** Creates the built-in bots, one for each level, unless they exist. */
export async function findOrCreateBots(deps: Deps, db: Db): Promise<BotAccount[]> {
  const bots: BotAccount[] = []
  for (const level of BOT_LEVELS) bots.push({ level, ...(await findOrCreateAccount(deps, db, level)) })
  return bots
}

/** The built-in bots that exist. */
export async function findBots(db: Db): Promise<BotAccount[]> {
  const bots: BotAccount[] = []
  for (const level of BOT_LEVELS) {
    const email = botPlaceholder(level)
    const account = await db.account.findUnique({ where: { email }, select: { id: true, playerId: true } })
    if (account) bots.push({ level, accountId: account.id, playerId: account.playerId })
  }
  return bots
}

/** Creates the built-in bots unless they exist. @returns a new token for each */
export async function createBotTokens(deps: Deps, db: Db): Promise<{ level: BotLevel; token: string }[]> {
  const bots: { level: BotLevel; token: string }[] = []
  for (const { level, accountId } of await findOrCreateBots(deps, db))
    bots.push({ level, token: await createToken(deps, db, accountId) })
  return bots
}

/** Ends all tokens of built-in bots, so that no earlier bot process can play. */
export const endBotTokens = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    const where = { account: { player: { builtIn: true } } }
    const tokens = await tx.token.findMany({ where, select: { id: true } })
    await tx.token.deleteMany({ where })
    closeConnections(
      tx,
      tokens.map(({ id }) => `token:${id}`),
    )
  })

async function findOrCreateAccount(
  { now }: Deps,
  db: Db,
  level: BotLevel,
): Promise<Omit<BotAccount, 'level'>> {
  const existing = await db.account.findUnique({
    where: { email: botPlaceholder(level) },
    select: { id: true, playerId: true, name: true },
  })
  const createdAt = now()
  if (existing) {
    const { id: accountId, playerId, name: old } = existing
    // what the bots were called before they had names
    if (/^Computer-\d_*$/.test(old))
      await inTransaction(db, async (tx) => {
        await setUsername(tx, { accountId, playerId, username: await freeName(tx, level) })
        await leadOn(tx, old, playerId, createdAt)
      })
    return { accountId, playerId }
  }
  const name = await freeName(db, level)
  const player = {
    username: name,
    usernameKey: name.toLowerCase(),
    kind: 'bot',
    builtIn: true,
    createdAt,
  } as const
  const account = await db.account.create({
    select: { id: true, playerId: true },
    data: { player: { create: player }, name, email: botPlaceholder(level), createdAt, updatedAt: createdAt },
  })
  return { accountId: account.id, playerId: account.playerId }
}

/** A player may have registered the bot's name before it was reserved. */
async function freeName(db: Db, level: BotLevel): Promise<string> {
  let name = builtInBotName(level)
  while (
    (await isFormerName(db, name)) ||
    (await db.player.findUnique({ where: { usernameKey: name.toLowerCase() } }))
  )
    name += '_'
  return name
}

async function createToken({ now }: Deps, db: Db, accountId: number): Promise<string> {
  const token = newToken()
  await db.token.create({
    data: { accountId, name: 'built-in bot', scopes: SCOPES, hash: hashToken(token), createdAt: now() },
  })
  return token
}
