import { setTimeout } from 'node:timers/promises'
import { deliveryConsumer } from '../src/delivery/consume-outbox.ts'
import { consumeEvents, hasNewEvents } from '../src/outbox/consume.ts'
import type { TestServer } from './harness.ts'

/**
 * Consumes all events. An event can be read once every earlier transaction of the Postgres server has ended, and other
 * test files have theirs on the same one.
 */
export async function feedAll({ deps, store }: Pick<TestServer, 'deps' | 'store'>): Promise<void> {
  const consumer = deliveryConsumer(deps)
  for (;;) {
    await consumeEvents(store, consumer)
    if (!(await hasNewEvents(store, consumer))) return
    await setTimeout(10)
  }
}
