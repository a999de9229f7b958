/** An event as a stream or a webhook tells it. */
export interface Told {
  id: number
  type: string
  game?: any
  challenge?: any
  claim?: any
}

/** What came over one channel, with known ids dropped. */
export interface Channel {
  name: string
  events: ReadonlyMap<number, Told>
  /** How many came again. */
  dropped(): number
  /** Ids of new events of a game that came after one with a higher version. */
  late: ReadonlySet<number>
  /** The last one that was new. */
  last(): number | undefined
  take(event: Told): void
}

/** @param hear is told of each event once */
export function openChannel(name: string, hear: (event: Told) => void): Channel {
  const events = new Map<number, Told>()
  const late = new Set<number>()
  const versions = new Map<number, number>()
  let dropped = 0
  let last: number | undefined
  return {
    name,
    events,
    late,
    dropped: () => dropped,
    last: () => last,
    take(event) {
      if (events.has(event.id)) {
        dropped++
        return
      }
      events.set(event.id, event)
      last = event.id
      if (event.type === 'game') {
        const known = versions.get(event.game.id) ?? -1
        if (event.game.version <= known) late.add(event.id)
        else versions.set(event.game.id, event.game.version)
      }
      hear(event)
    },
  }
}
