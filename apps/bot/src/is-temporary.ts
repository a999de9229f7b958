import { ApiError, NetworkError } from '@tegenzet/client'

/** A conflict, a rate limit or an unreachable server: trying again makes sense. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status === 409 || error.status === 429 || error.status >= 500))
