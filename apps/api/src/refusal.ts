import { ERRORS, type ErrorCode, type Problem } from '@tegenzet/contract'

/** Why a call is not done: a value that use cases return. `plugins/problems.ts` turns it into problem+json, once. */
export interface Refusal {
  code: ErrorCode
  /** For people: what is wrong and what to do. */
  detail: string
  errors?: Problem['errors']
  /** Every reason why a claim or an offer's ground is not allowed now. */
  refusals?: Problem['refusals']
  /** Games whose time is nearly out. */
  games?: Problem['games']
  /** Seconds until it may be tried again. */
  retryAfter?: number
}

export const refuse = (
  code: ErrorCode,
  detail: string,
  refusals?: Refusal['refusals'],
): { ok: false; error: Refusal } => ({
  ok: false,
  error: { code, detail, ...(refusals && { refusals }) },
})

/** A refusal where only an exception gets out: hooks, parsers, the socket's handshake. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(code: ErrorCode, detail: string, retryAfter?: number) {
    super(detail)
    this.refusal = { code, detail, ...(retryAfter !== undefined && { retryAfter }) }
  }
}

export function toProblem({ code, detail, errors, refusals, games }: Refusal): Problem {
  return {
    type: `/api/docs#${code}`,
    ...ERRORS[code],
    detail,
    code,
    ...(errors && { errors }),
    ...(refusals && { refusals }),
    ...(games && { games }),
  }
}
