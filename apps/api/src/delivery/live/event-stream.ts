import type { Game, LiveEvent } from '@tegenzet/contract'
import type { Caller } from '../../http/caller.ts'
import { type Cursor, isBefore } from '../../outbox/cursor.ts'
import { mayReceive } from '../../outbox/may-receive.ts'
import {
  cursorAt,
  cursorOf,
  type OutboxEvent,
  readRunningGames,
  readSettledOf,
  settledCursor,
} from '../../outbox/read-events.ts'
import { isOverdue } from '../../play/game/clock.ts'
import { readMovesOf } from '../../play/game/game-record.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readIdleGames } from '../../play/game/read-games.ts'
import type { Db } from '../../store/transaction.ts'
import { type WaitingOptions, waitForEvents } from './waiting-events.ts'

interface StreamOptions extends Omit<WaitingOptions, 'of'> {
  db: Db
  caller: Caller
  /** The last event that the client knows. */
  since?: number | undefined
  /** Whether the running games come with their moves. */
  moves: boolean
  now: () => Date
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Events read at once. */
const PAGE = 200
/** How many games' moves are in memory at once. */
const GAMES_AT_ONCE = 20

/**
 * The lines of an event stream: the client's running games as of a cursor in the outbox, those with the nearest deadline
 * first, then every event after that cursor, in order. It joins the tail before it reads the outbox, so that no event in
 * between is missed.
 */
export async function* eventLines(options: StreamOptions): AsyncGenerator<LiveEvent | '', void> {
  const { db, caller, since, moves, now, signal } = options
  const { playerId } = caller
  let isQuiet = true
  const visible = (events: OutboxEvent[]) =>
    events.flatMap(({ event, playerIds }) => (event && mayReceive(caller, event, playerIds) ? [event] : []))
  const waiting = waitForEvents({ ...options, of: { player: playerId } })
  try {
    await waiting.join()
    const end = await settledCursor(db)
    let cursor = await startOf(db, since, end, now())
    const last = await readRunningGames(db, playerId, cursor)
    const recent = visible(last)
    const idle = await readIdleGames(db, playerId, gameIdsOf(last))
    const at = now()
    const running = [
      ...idle.map((game) => eventOf(gameView(game, at))),
      ...recent.map((event) => withOverdue(event, at)),
    ].toSorted((a, b) => deadlineOf(a) - deadlineOf(b))
    for await (const event of moves ? withMoves(db, running) : running) {
      isQuiet = false
      yield event
    }
    for (let more = since !== undefined; more && !signal.aborted; ) {
      const events = await readSettledOf(db, playerId, cursor, PAGE)
      for (const event of visible(events)) {
        isQuiet = false
        yield event
      }
      cursor = events.at(-1)?.cursor ?? cursor
      more = events.length === PAGE
    }
    if (isBefore(cursor, end)) cursor = end
    // an empty line shows at once that the stream is open
    if (isQuiet) yield ''
    for await (const events of waiting.groups()) {
      if (events.length === 0) yield ''
      yield* visible(events.filter((each) => isBefore(cursor, each.cursor)))
    }
  } finally {
    waiting.leave()
  }
}

const gameIdsOf = (events: OutboxEvent[]): number[] =>
  events.flatMap(({ event }) => (event?.type === 'game' ? [event.game.id] : []))

/** After all others: of a game whose clocks are stopped. */
const deadlineOf = (event: LiveEvent): number =>
  event.type === 'game' && event.game.deadline !== null ? Date.parse(event.game.deadline) : Number.MAX_VALUE

/** A game without events as an event. */
const eventOf = (game: Game): LiveEvent => ({ id: idOfDropped(game), type: 'game', game })

/** The event of a game that is shown later: its deadline may have passed since. */
function withOverdue(event: LiveEvent, now: Date): LiveEvent {
  if (event.type !== 'game' || event.game.deadline === null) return event
  const overdue = isOverdue({ deadline: new Date(event.game.deadline) }, now)
  return overdue ? { ...event, game: { ...event.game, overdue } } : event
}

/** The same for the same version of a game, and less than the id of any event. */
const idOfDropped = ({ id, version }: Game): number => id * 2 ** 16 + version

async function* withMoves(db: Db, events: LiveEvent[]): AsyncGenerator<LiveEvent, void> {
  for (let n = 0; n < events.length; n += GAMES_AT_ONCE) {
    const some = events.slice(n, n + GAMES_AT_ONCE)
    const games = some.flatMap((event) => (event.type === 'game' ? [event.game] : []))
    const moves = await readMovesOf(db, games)
    for (const event of some)
      yield event.type === 'game' ? { ...event, moves: moves.get(event.game.id) } : event
  }
}

/** Where a stream starts: after the event `since` if that is settled and of the last day, otherwise a day ago. */
async function startOf(db: Db, since: number | undefined, end: Cursor, now: Date): Promise<Cursor> {
  if (since === undefined) return end
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const cursor = (await cursorOf(db, since, dayAgo)) ?? (await cursorAt(db, dayAgo)) ?? end
  return isBefore(cursor, end) ? cursor : end
}
