import webPush from 'web-push'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../store/transaction.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The site's keys for push services. They are made once, because browsers subscribe to messages signed with them. */
export async function readPushKeys({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<PushKeys> {
  const select = { publicKey: true, privateKey: true }
  const known = await tx.pushKeys.findUnique({ where: { id: 1 }, select })
  if (known) return known
  await tx.pushKeys.createMany({
    data: { ...webPush.generateVAPIDKeys(), createdAt: now() },
    skipDuplicates: true,
  })
  return tx.pushKeys.findUniqueOrThrow({ where: { id: 1 }, select })
}
