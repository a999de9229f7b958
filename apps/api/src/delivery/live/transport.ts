/** How a bus reaches the other processes: Postgres or Redis. A message has at most 8000 bytes. */
export interface Transport {
  send(text: string): Promise<unknown>
  /** Begins to listen on a connection of its own. `onLoss` may be called at any time, also before it returns. */
  listen(onText: (text: string) => void, onLoss: (error: Error) => void): Promise<Listening>
  close(): Promise<void>
}
interface Listening {
  /** Fails, or never returns, if the connection is lost. */
  probe(): Promise<unknown>
  stop(): void
}
