import type { Live } from '@tegenzet/client'
import { live } from './live.svelte.ts'

type OnEvent = Parameters<Live['onEvent']>[0]

/**
 * Follows the events of the live channel; call it in an effect. `reload` is called each time the connection opens, because
 * events may have been missed. A game comes only at rising versions: after a gap the server repeats events, also older ones
 * than it has sent.
 * @returns the clean-up
 */
export function followLive(onEvent: OnEvent, reload: () => void): () => void {
  const connection = live()
  const versions = new Map<number, number>()
  const onNew: OnEvent = (event) => {
    if (event.type === 'game') {
      const { id, version } = event.game
      if ((versions.get(id) ?? -1) >= version) return
      versions.set(id, version)
    }
    onEvent(event)
  }
  const ends = [connection.onEvent(onNew), connection.onOpen(reload)]
  return () => {
    for (const end of ends) end()
  }
}
