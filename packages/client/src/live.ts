import type { Game, LiveEvent, LiveMessage, Problem } from '@tegenzet/contract'
import { GameWatchers } from './game-watchers.ts'
import { Listeners } from './listeners.ts'
import { LiveConnection, type LiveOptions, type LiveStatus } from './live-connection.ts'

export interface Live {
  readonly status: LiveStatus
  /**
   * Watches a game. `onGame` is called with the current game and then after each change, always with a higher version
   * than before, also across reconnections.
   * @returns a function that stops watching
   */
  watch(game: number, onGame: (game: Game) => void): () => void
  /** Called with every event: those of watched games and all events about you. An event may come twice. */
  onEvent(listener: (event: LiveEvent) => void): () => void
  /** Called at once with the current status, then after each change. */
  onStatus(listener: (status: LiveStatus) => void): () => void
  /**
   * Called each time the connection opens, except for a first one with `since`. Get lists and other data again, because
   * earlier events may have been missed.
   */
  onOpen(listener: () => void): () => void
  /** Called each time the connection opens to a server with a web client, with the build of that client. */
  onBuild(listener: (build: string) => void): () => void
  /** Called when a command fails, for example watching a game that does not exist. */
  onProblem(listener: (problem: Problem) => void): () => void
  /** Closes the connection for good. */
  close(): void
}

/**
 * Connects to the live channel and stays connected. A lost or silent connection is replaced after a backoff, or at once
 * when the browser comes online or its page becomes visible. Only `close` and the end of the token end it.
 */
export function connectLive(options: LiveOptions = {}): Live {
  const watchers = new GameWatchers()
  const events = new Listeners<LiveEvent>()
  const statuses = new Listeners<LiveStatus>()
  const openings = new Listeners<void>()
  const builds = new Listeners<string>()
  const problems = new Listeners<Problem>()
  /** Timers of games to watch again, refused by the rate limit. */
  const retries = new Map<number, ReturnType<typeof setTimeout>>()

  const connection = new LiveConnection(options, {
    onStatus(status) {
      const isOpen = status === 'open'
      if (isOpen) for (const game of watchers.ids()) connection.send({ type: 'watch', game })
      statuses.emit(status)
      if (isOpen && !connection.resumed) openings.emit()
    },
    onMessage: receive,
    onRevoked: (problem) => problems.emit(problem),
  })

  function receive(message: LiveMessage): void {
    if ('id' in message) events.emit(message)
    if (message.type === 'game' || message.type === 'watching') watchers.update(message.game)
    if (message.type === 'welcome') builds.emit(message.build)
    if (message.type !== 'problem') return
    const { problem, game, retryAfter } = message
    if (game !== undefined && retryAfter !== undefined) watchLater(game, retryAfter)
    problems.emit(problem)
  }

  function watchLater(game: number, seconds: number): void {
    clearTimeout(retries.get(game))
    const watchAgain = () => {
      retries.delete(game)
      if ([...watchers.ids()].includes(game)) connection.send({ type: 'watch', game })
    }
    retries.set(game, setTimeout(watchAgain, seconds * 1000))
  }

  return {
    get status() {
      return connection.status
    },
    watch(game, onGame) {
      const remove = watchers.add(game, onGame)
      connection.send({ type: 'watch', game })
      return () => {
        if (remove()) connection.send({ type: 'unwatch', game })
      }
    },
    onEvent: (listener) => events.add(listener),
    onStatus(listener) {
      listener(connection.status)
      return statuses.add(listener)
    },
    onOpen: (listener) => openings.add(listener),
    onBuild: (listener) => builds.add(listener),
    onProblem: (listener) => problems.add(listener),
    close() {
      for (const timer of retries.values()) clearTimeout(timer)
      connection.close()
    },
  }
}
