import webPush from 'web-push'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The site's keys for push services. They are made once, because browsers subscribe to messages signed with them. */
export async function readPushKeys({ now }: Pick<Deps, 'now'>, db: Db): Promise<PushKeys> {
  const select = { publicKey: true, privateKey: true }
  const known = await db.pushKeys.findUnique({ where: { id: 1 }, select })
  if (known) return known
  await db.pushKeys.createMany({
    data: { ...webPush.generateVAPIDKeys(), createdAt: now() },
    skipDuplicates: true,
  })
  return db.pushKeys.findUniqueOrThrow({ where: { id: 1 }, select })
}
