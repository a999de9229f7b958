import { createHash } from 'node:crypto'
import type { Tx } from '../../store/transaction.ts'

/** The key of a username in `former_usernames`. */
const hashOf = (username: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(username.toLowerCase()).digest())

/** Whether an erased account had this name. Nobody else gets it, because they would be taken for its owner. */
export const isFormerName = async (tx: Tx, username: string): Promise<boolean> =>
  (await tx.formerUsername.findUnique({ where: { hash: hashOf(username) } })) !== null

export async function retireName(tx: Tx, username: string, createdAt: Date): Promise<void> {
  await tx.formerUsername.createMany({
    data: { hash: hashOf(username), createdAt },
    skipDuplicates: true,
  })
}
