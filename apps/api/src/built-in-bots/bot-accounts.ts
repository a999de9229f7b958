import { BOT_LEVELS, type BotLevel, type Scope } from '@tegenzet/contract'
import { closeConnections } from '../accounts/credentials/close-connections.ts'
import { hashToken, newToken } from '../accounts/credentials/token-secret.ts'
import { builtInBotName } from '../accounts/names/reserved-names.ts'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'

/** Stored instead of an e-mail address. Nobody can register with it, and without a password nobody can log in. */
const emailOf = (level: BotLevel): string => `house:${level}`

const SCOPES: Scope[] = ['account:read', 'game:read', 'game:play', 'challenge:write']

export interface BotAccount {
  level: BotLevel
  token: string
}

/** Creates the built-in bots, one for each level, unless they exist. @returns a new token for each */
export async function createBotTokens(deps: Deps, tx: Tx): Promise<BotAccount[]> {
  const bots: BotAccount[] = []
  for (const level of BOT_LEVELS)
    bots.push({ level, token: await createToken(deps, tx, await findOrCreateAccount(deps, tx, level)) })
  return bots
}

/** Ends all tokens of built-in bots, so that no earlier bot process can play. */
export const endBotTokens = (tx: Tx): Promise<void> =>
  inTransaction(tx, async (tx) => {
    const where = { account: { player: { builtIn: true } } }
    const tokens = await tx.token.findMany({ where, select: { id: true } })
    await tx.token.deleteMany({ where })
    closeConnections(
      tx,
      tokens.map(({ id }) => `token:${id}`),
    )
  })

async function findOrCreateAccount({ now }: Deps, tx: Tx, level: BotLevel): Promise<number> {
  const existing = await tx.account.findUnique({ where: { email: emailOf(level) } })
  if (existing) return existing.id
  const createdAt = now()
  // a player may have registered the name before it was reserved
  for (let name = builtInBotName(level); ; name += '_') {
    if (await tx.player.findUnique({ where: { usernameKey: name.toLowerCase() } })) continue
    const { account } = await tx.player.create({
      select: { account: { select: { id: true } } },
      data: {
        ...{ username: name, usernameKey: name.toLowerCase(), kind: 'bot', builtIn: true, createdAt },
        account: { create: { name, email: emailOf(level), createdAt, updatedAt: createdAt } },
      },
    })
    return account!.id
  }
}

async function createToken({ now }: Deps, tx: Tx, accountId: number): Promise<string> {
  const token = newToken()
  await tx.token.create({
    data: { accountId, name: 'built-in bot', scopes: SCOPES, hash: hashToken(token), createdAt: now() },
  })
  return token
}
