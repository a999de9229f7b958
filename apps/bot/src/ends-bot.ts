import { ApiError } from '@tegenzet/client'

const FATAL = ['unauthenticated', 'missing-scope', 'account-closed']

/** Whether the bot cannot go on. Any other failure concerns one game or challenge. */
export const endsBot = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (error instanceof ApiError && FATAL.includes(error.code))
