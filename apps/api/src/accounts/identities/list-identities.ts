import { ok, type Result } from '@tegenzet/common'
import type { Identity } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

/** Identities with which the caller logs in. */
export async function listIdentities(
  { oidc }: Pick<Config, 'oidc'>,
  db: Db,
  accountId: number,
): Promise<Result<{ items: Identity[] }, Refusal>> {
  const rows = await db.identity.findMany({ where: { accountId }, orderBy: { id: 'desc' } })
  return ok({
    items: rows.map(({ id, issuer, createdAt, lastUsedAt }) => ({
      id,
      provider: providerName(oidc, issuer),
      usable: issuer === oidc?.issuer,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  })
}

export const providerName = (oidc: Config['oidc'], issuer: string): string =>
  oidc?.issuer === issuer ? oidc.name : issuer
