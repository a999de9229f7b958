/** An event from a stream or a webhook. */
export interface ReceivedEvent {
  id: number
  type: string
  game?: any
  challenge?: any
  claim?: any
  tournament?: any
}

/** Everything that was received over one stream or webhook, without duplicates. */
export interface Channel {
  name: string
  events: ReadonlyMap<number, ReceivedEvent>
  /** Number of events that were received again. */
  duplicates(): number
  /** IDs of new game events that came after an event of the same game with a higher version. */
  outOfOrder: ReadonlySet<number>
  /** ID of the last new event. */
  lastId(): number | undefined
  receive(event: ReceivedEvent): void
}

/** @param onEvent called once for each event */
export function createChannel(name: string, onEvent: (event: ReceivedEvent) => void): Channel {
  const events = new Map<number, ReceivedEvent>()
  const outOfOrder = new Set<number>()
  const versions = new Map<number, number>()
  let duplicates = 0
  let lastId: number | undefined
  return {
    name,
    events,
    outOfOrder,
    duplicates: () => duplicates,
    lastId: () => lastId,
    receive(event) {
      if (events.has(event.id)) {
        duplicates++
        return
      }
      events.set(event.id, event)
      lastId = event.id
      if (event.type === 'game') {
        const known = versions.get(event.game.id) ?? -1
        if (event.game.version <= known) outOfOrder.add(event.id)
        else versions.set(event.game.id, event.game.version)
      }
      onEvent(event)
    },
  }
}
