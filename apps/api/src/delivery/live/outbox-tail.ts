import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Cursor } from '../../outbox/cursor.ts'
import { type OutboxEvent, readSettled, settledCursor } from '../../outbox/read-events.ts'
import type { Db } from '../../store/transaction.ts'

/** Gets all events, those of one player, or those of one game that everyone may see, as they are settled, in order. */
export interface Follower {
  readonly of: 'all' | { player: number } | { game: number }
  take(event: OutboxEvent): void
}

/** Follows the outbox for all streams of this process. Reads nothing while there are none. */
export interface OutboxTail {
  /** @returns once the follower gets everything that is settled from now on */
  join(follower: Follower): Promise<void>
  leave(follower: Follower): void
  /** Something was appended, here or by another process. */
  wake(): void
  close(): Promise<void>
}

const PAGE = 500
// it polls too, because appended events may not be settled yet, and wake-ups from other processes may be lost
const MIN_WAIT_MS = 10
const MAX_WAIT_MS = 1000

export function openTail(db: Db, log: FastifyBaseLogger): OutboxTail {
  const followers = new Map<string, Set<Follower>>()
  let waking = new AbortController()
  let woken = false
  let cursor: Cursor
  let closed = false
  let begun: Promise<Cursor> | null = null
  let following: Promise<void> = Promise.resolve()

  function dispatch(event: OutboxEvent): void {
    const subjects = ['all', ...event.playerIds.map((player) => keyOf({ player }))]
    if (event.event?.type === 'game') subjects.push(keyOf({ game: event.event.game.id }))
    for (const subject of new Set(subjects))
      for (const follower of followers.get(subject) ?? []) follower.take(event)
  }

  /** @returns whether there were events */
  async function readOn(): Promise<boolean> {
    for (let found = false; ; found = true) {
      const events = await readSettled(db, cursor, PAGE)
      for (const event of events) {
        dispatch(event)
        cursor = event.cursor
      }
      if (events.length < PAGE) return found || events.length > 0
    }
  }

  async function follow(from: Cursor): Promise<void> {
    cursor = from
    let waitMs = MIN_WAIT_MS
    while (followers.size > 0 && !closed) {
      woken = false
      try {
        waitMs = (await readOn()) ? MIN_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS)
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read; trying again')
        waitMs = MAX_WAIT_MS
      }
      if (!woken) await sleep(waitMs, undefined, { signal: waking.signal }).catch(() => {})
      if (woken) waitMs = MIN_WAIT_MS
      waking = new AbortController()
    }
    begun = null
  }

  return {
    async join(follower) {
      const key = keyOf(follower.of)
      followers.set(key, (followers.get(key) ?? new Set()).add(follower))
      if (!begun) {
        begun = following.then(() => settledCursor(db))
        following = begun.then(follow, () => {
          begun = null
        })
      }
      await begun
    },
    leave(follower) {
      const key = keyOf(follower.of)
      const others = followers.get(key)
      others?.delete(follower)
      if (others?.size === 0) followers.delete(key)
      if (followers.size === 0) waking.abort()
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

function keyOf(subject: Follower['of']): string {
  if (subject === 'all') return subject
  return 'player' in subject ? `player ${subject.player}` : `game ${subject.game}`
}
