import type { Live } from '@tegenzet/client'
import { live } from './live.svelte.ts'

/**
 * Follows the events of the live channel; call it in an effect. `reload` is called each time the connection opens, because
 * events may have been missed.
 * @returns the clean-up
 */
export function followLive(onEvent: Parameters<Live['onEvent']>[0], reload: () => void): () => void {
  const connection = live()
  const ends = [connection.onEvent(onEvent), connection.onOpen(reload)]
  return () => {
    for (const end of ends) end()
  }
}
