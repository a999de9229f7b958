import { setTimeout } from 'node:timers/promises'
import { deliveryConsumer } from '../../src/delivery/consume-outbox.ts'
import { consumeEvents, hasNewEvents } from '../../src/outbox/consume.ts'
import type { TestServer } from './harness.ts'

/**
 * Consumes all events. An event can be read only when all earlier transactions of the Postgres server have ended,
 * including those of other test files, so this may have to wait.
 */
export async function consumeAllEvents(
  { deps, store }: Pick<TestServer, 'deps' | 'store'>,
  consumer = deliveryConsumer(deps),
): Promise<void> {
  for (;;) {
    await consumeEvents(store, consumer)
    if (!(await hasNewEvents(store, consumer))) return
    await setTimeout(10)
  }
}
