import type { CommitListener } from './transaction.ts'

/** Passes on what was committed to any number of listeners, in the order in which they were added. */
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
