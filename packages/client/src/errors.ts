import type { ErrorCode, Problem } from '@tegenzet/contract'

/** The server refused: what it says of it. Programs read `code`, people `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem
  /** Whole seconds after which the server asks to try again, where it does. */
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

/**
 * The server did not answer: nothing was reached in time, or something on the way answered in its place (then
 * `status` is what that said). Whether the call was done is not known.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly status: number | undefined

  constructor(message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
