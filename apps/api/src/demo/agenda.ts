/** An action at a moment in the past. */
export interface TimedAction {
  at: Date
  run: () => Promise<unknown>
}

/** Performs actions in order of time. An action may add later ones. */
export class Agenda {
  #actions: TimedAction[] = []

  add(...actions: TimedAction[]): void {
    this.#actions.push(...actions)
    this.#actions.sort((a, b) => +a.at - +b.at)
  }

  /** Performs what is due until `end`; what is planned for later never happens. @param setClock called before each action */
  async perform(end: Date, setClock: (at: Date) => void): Promise<void> {
    for (let next = this.#actions.shift(); next && next.at <= end; next = this.#actions.shift()) {
      setClock(next.at)
      await next.run()
    }
  }
}
