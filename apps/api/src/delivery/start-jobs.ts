import type { Deps } from '../deps.ts'
import { playDueConditionalMoves } from '../play/conditional-moves/play-due-conditional-moves.ts'
import { feed } from './consume-outbox.ts'
import { deliver } from './webhooks/deliver.ts'

const LOOK_EVERY_MS = 1000
/** Milliseconds until a look at what this process has announced; what comes meanwhile is looked at with it. */
const LOOK_SOON_MS = 50
/** Calls under way at once in this process; of webhooks that fail, or are tried again, not more than half. */
const MOST_CALLS = 20
const MOST_LAST = MOST_CALLS / 2

/** Where a call has ended, at calls alone: nothing else has happened by that. */
type Look = 'all' | 'calls'

/**
 * Feeds the queue from the outbox and works it off, and plays what was planned.
 * @param lookEveryMs between two looks; what they find is done at once, however much it is
 * @returns what stops it, waiting for the calls that are under way
 */
export function startJobs(deps: Deps, lookEveryMs = LOOK_EVERY_MS): () => Promise<void> {
  const { queue, log } = deps
  const underWay = { first: new Set<Promise<void>>(), last: new Set<Promise<void>>() }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function takeCalls(which: 'first' | 'last', most: number): Promise<void> {
    const set = underWay[which]
    while (!stopped) {
      const room = Math.min(most - set.size, MOST_CALLS - underWay.first.size - underWay.last.size)
      const calls = room > 0 ? await queue.take(room, which) : []
      if (calls.length === 0) return
      for (const call of calls) {
        const work = deliver(deps, call, which)
          .catch(async (error) => {
            log.error(
              { err: error, delivery: call.delivery },
              'a delivery could not be tried; it is put back',
            )
            await queue.putBack(call).catch(() => {}) // it comes back by itself, later
          })
          .finally(() => {
            set.delete(work)
            look('calls')
          })
        set.add(work)
      }
    }
  }

  async function lookOnce(what: Look): Promise<void> {
    if (stopped) return
    const all = what === 'all'
    if (all) clearTimeout(timer)
    try {
      while (all && !stopped && (await feed(deps)));
      if (all) await playDueConditionalMoves(deps, deps.store)
      await takeCalls('first', MOST_CALLS)
      await takeCalls('last', MOST_LAST)
    } catch (error) {
      log.error({ err: error }, 'the jobs failed; they are tried again')
    }
    if (all && !stopped) timer = setTimeout(look, lookEveryMs)
  }

  let waiting: Look | null = null
  /** One look at a time, and one more where something asks for it meanwhile. */
  function look(what: Look = 'all'): void {
    const next = waiting
    if (next !== 'all') waiting = what
    if (next) return
    looking = looking.then(() => {
      const what = waiting ?? 'all'
      waiting = null
      return lookOnce(what)
    })
  }

  deps.live.onAnnounce(() => {
    if (stopped) return
    soon ??= setTimeout(() => {
      soon = undefined
      look()
    }, LOOK_SOON_MS)
  })
  look()
  return async () => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(soon)
    await looking
    await Promise.all([...underWay.first, ...underWay.last])
  }
}
