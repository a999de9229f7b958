import { setTimeout } from 'node:timers/promises'
import { feed, hasNews } from '../src/delivery/consume-outbox.ts'
import type { TestServer } from './harness.ts'

/**
 * Feeds all that has happened. Events are read once every transaction from before is over, on the whole of a Postgres:
 * there the files of other workers have theirs.
 */
export async function feedAll({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  for (;;) {
    while (await feed(deps));
    if (!(await hasNews(deps.database))) return
    await setTimeout(10)
  }
}
