import type { CallOperation } from './call-operation.ts'
import { consumeAllEvents } from './consume-all-events.ts'
import type { TestServer } from './harness.ts'

/** Somebody's notifications after all events so far, newest first: their kind and parameters. */
export async function notificationsOf(
  server: TestServer,
  { call }: { call: CallOperation },
): Promise<Record<string, any>[]> {
  await consumeAllEvents(server)
  return (await call('listNotices')).body.items.map(({ kind, params }: any) => ({ kind, ...params }))
}
