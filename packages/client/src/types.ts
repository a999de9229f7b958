import type { Calls, OperationId } from '@tegenzet/contract'
import type { Signal } from './platform.ts'

type InputPart<Id extends OperationId, Part extends 'params' | 'query' | 'body'> = [Calls[Id][Part]] extends [
  never,
]
  ? unknown
  : object extends Calls[Id][Part]
    ? { [P in Part]?: Calls[Id][Part] }
    : undefined extends Calls[Id][Part]
      ? { [P in Part]?: Calls[Id][Part] }
      : { [P in Part]: Calls[Id][Part] }

/**
 * The input of a call. Pass your own `idempotencyKey` only if you may have to repeat the call after a restart; otherwise
 * the client creates one. `analysisKey` is the key of a shared analysis, for `getAnalysis`.
 */
export type Input<Id extends OperationId> = InputPart<Id, 'params'> &
  InputPart<Id, 'query'> &
  InputPart<Id, 'body'> & { signal?: Signal; idempotencyKey?: string; analysisKey?: string }

/** The input is optional if nothing in it is required. */
export type InputArguments<Id extends OperationId> =
  object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

type Responses<Id extends OperationId> = Calls[Id]['responses']

/** The response of a call with its status, for example 201 for a new move and 200 for a repeated one. */
export type ApiResponse<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: { status: Status; body: Responses<Id>[Status] }
}[keyof Responses<Id>]

/** The body of a call's response. */
export type ResponseBody<Id extends OperationId> = Responses<Id>[keyof Responses<Id>]

/** The calls that return pages. */
export type PagedId = {
  [Id in OperationId]: [Calls[Id]['query']] extends [never]
    ? never
    : 'cursor' extends keyof Calls[Id]['query']
      ? Id
      : never
}[OperationId]

/** The item type of a paged call. */
export type Item<Id extends PagedId> = ResponseBody<Id> extends { items: (infer T)[] } ? T : never

/** The calls that stream lines, except the endless ones, which have `followEvents` and `followGame`. */
export type LinesId = {
  [Id in OperationId]: [Calls[Id]['line']] extends [never]
    ? never
    : Exclude<Id, 'followEvents' | 'followGame'>
}[OperationId]

/** The type of a line of a call that streams lines. */
export type Line<Id extends LinesId> = Calls[Id]['line']
