import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { LiveSource, OutboxEvent, Place } from '../../outbox/source.ts'

/** Who is told what is settled, in order. */
export interface Follower {
  readonly playerId: number
  take(event: OutboxEvent): void
}

/** Reads the outbox as it grows, once for all streams of this process, and not at all where there are none. */
export interface Tail {
  /** From now on it is told of its player's events. @returns once that is so */
  join(follower: Follower): Promise<void>
  leave(follower: Follower): void
  /** Something was written, here or on another process. */
  wake(): void
  close(): Promise<void>
}

const PAGE = 500
/** Milliseconds until it looks again by itself: what was written may not be settled yet, and a note of it may be missed. */
const SOON = 10
const LATEST = 1000

export function openTail(source: LiveSource, log: FastifyBaseLogger): Tail {
  const byPlayer = new Map<number, Set<Follower>>()
  let waking = new AbortController()
  let woken = false
  let place: Place
  let closed = false
  let begun: Promise<Place> | null = null
  let following: Promise<void> = Promise.resolve()

  function tell(event: OutboxEvent): void {
    for (const player of new Set(event.playerIds))
      for (const follower of byPlayer.get(player) ?? []) follower.take(event)
  }

  /** @returns whether there was anything */
  async function readOn(): Promise<boolean> {
    for (let found = false; ; found = true) {
      const events = await source.readSettled(place, PAGE)
      for (const event of events) {
        tell(event)
        place = event.place
      }
      if (events.length < PAGE) return found || events.length > 0
    }
  }

  async function follow(from: Place): Promise<void> {
    place = from
    let wait = SOON
    while (byPlayer.size > 0 && !closed) {
      woken = false
      try {
        wait = (await readOn()) ? SOON : Math.min(wait * 2, LATEST)
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read; looking again')
        wait = LATEST
      }
      if (!woken) await pause(wait, undefined, { signal: waking.signal }).catch(() => {})
      if (woken) wait = SOON
      waking = new AbortController()
    }
    begun = null
  }

  return {
    async join(follower) {
      const followers = byPlayer.get(follower.playerId) ?? new Set()
      byPlayer.set(follower.playerId, followers.add(follower))
      if (!begun) {
        begun = following.then(() => source.settledPlace())
        following = begun.then(follow, () => {
          begun = null
        })
      }
      await begun
    },
    leave(follower) {
      const followers = byPlayer.get(follower.playerId)
      followers?.delete(follower)
      if (followers?.size === 0) byPlayer.delete(follower.playerId)
      if (byPlayer.size === 0) waking.abort()
    },
    wake() {
      woken = true
      waking.abort()
    },
    async close() {
      closed = true
      waking.abort()
      await following
    },
  }
}
