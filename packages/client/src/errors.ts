import type { ErrorCode, Problem } from '@tegenzet/contract'

/** The server refused the call. Programs read `code`, people read `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem
  /** Seconds to wait before the next attempt, if the server sent them. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get code(): ErrorCode {
    return this.problem.code
  }

  get status(): number {
    return this.problem.status
  }
}

/** The server did not respond, or a proxy responded instead. It is unknown whether the call took effect. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The proxy's status. */
  readonly status: number | undefined

  constructor(message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
