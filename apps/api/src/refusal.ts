import { ERRORS, type ErrorCode, type Problem } from '@tegenzet/contract'

/** Why a use case refuses a command: a value, not an exception. `http/problems.ts` turns it into problem+json. */
export interface Refusal {
  code: ErrorCode
  /** For people: what is wrong and what to do. */
  detail: string
  errors?: Problem['errors']
  /** All reasons why a claim or an offer is not allowed now. */
  refusals?: Problem['refusals']
  /** The node of a tree that is wrong, and why. */
  node?: Problem['node']
  reason?: Problem['reason']
  /** What is stored now instead of what the client changed. */
  current?: Problem['current']
  /** Games with little time left. */
  games?: Problem['games']
  /** Names that are taken or reserved. */
  usernames?: Problem['usernames']
  /** The sanction in force that forbids it. */
  sanction?: Problem['sanction']
  /** Seconds until a retry makes sense. */
  retryAfter?: number
}

/** The failing half of a `Result`, and what a check returns that finds something in the way; otherwise it returns null. */
export interface Refused {
  ok: false
  error: Refusal
}

export const refuse = (
  code: ErrorCode,
  detail: string,
  more: Omit<Refusal, 'code' | 'detail'> = {},
): Refused => ({
  ok: false,
  error: { code, detail, ...more },
})

/** When to try again while something that the server needs is away. */
export const RETRY_AFTER_SECONDS = 5

/** A refusal as an exception, for hooks, parsers and the WebSocket handshake. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(code: ErrorCode, detail: string, retryAfter?: number) {
    super(detail)
    this.refusal = { code, detail, ...(retryAfter !== undefined && { retryAfter }) }
  }
}

export function toProblem({ code, detail, retryAfter: _, ...more }: Refusal): Problem {
  return {
    type: `/api/docs#${code}`,
    ...ERRORS[code],
    detail,
    code,
    ...more,
  }
}
