import type { CommitListener } from './transaction.ts'

/** A commit listener that calls others, in the order in which they were added. */
export interface CommitListeners extends CommitListener {
  add(listener: Partial<CommitListener>): void
}

export function commitListeners(): CommitListeners {
  const listeners: Partial<CommitListener>[] = []
  return {
    add(listener) {
      listeners.push(listener)
    },
    appended(events) {
      for (const listener of listeners) listener.appended?.(events)
    },
    revoked(credential) {
      for (const listener of listeners) listener.revoked?.(credential)
    },
  }
}
