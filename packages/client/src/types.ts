import type { Endpoint, Endpoints, OperationId } from '@tegenzet/contract'
import type { z } from 'zod'

type Parts = 'params' | 'query' | 'body'
type SchemaOf<Id extends OperationId, Part extends Parts> =
  Endpoints[Id] extends Record<Part, infer S extends z.ZodType> ? S : never

/** Path and query parameters may be given as their value or as the text in the URL. */
type ValueOrText<Before, After> = {
  [K in keyof Before]: Before[K] | (K extends keyof After ? After[K] : never)
}
type InputOf<S extends z.ZodType, Part extends Parts> = Part extends 'body'
  ? z.input<S>
  : ValueOrText<z.input<S>, z.output<S>>

type InputPart<Id extends OperationId, Part extends Parts> = [SchemaOf<Id, Part>] extends [never]
  ? unknown
  : undefined extends z.input<SchemaOf<Id, Part>>
    ? { [P in Part]?: InputOf<SchemaOf<Id, Part>, Part> }
    : object extends z.input<SchemaOf<Id, Part>>
      ? { [P in Part]?: InputOf<SchemaOf<Id, Part>, Part> }
      : { [P in Part]: InputOf<SchemaOf<Id, Part>, Part> }

/**
 * The input of a call. Pass your own `idempotencyKey` only if you may have to repeat the call after a restart; otherwise
 * the client creates one.
 */
export type Input<Id extends OperationId> = InputPart<Id, 'params'> &
  InputPart<Id, 'query'> &
  InputPart<Id, 'body'> & { signal?: AbortSignal; idempotencyKey?: string }

/** The input is optional if nothing in it is required. */
export type InputArguments<Id extends OperationId> =
  object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

type BodyOf<S> = S extends z.ZodType ? z.output<S> : undefined
type ResponsesByStatus<E extends Endpoint> = {
  [Status in keyof E['responses'] & number]: { status: Status; body: BodyOf<E['responses'][Status]> }
}

/** The response of a call with its status, for example 201 for a new move and 200 for a repeated one. */
export type ApiResponse<Id extends OperationId> = ResponsesByStatus<Endpoints[Id]>[keyof ResponsesByStatus<
  Endpoints[Id]
>]

/** The body of a call's response. */
export type ResponseBody<Id extends OperationId> = ApiResponse<Id>['body']

/** The calls that return pages. */
export type PagedId = {
  [Id in OperationId]: Endpoints[Id] extends { query: infer Query extends z.ZodType }
    ? 'cursor' extends keyof z.input<Query>
      ? Id
      : never
    : never
}[OperationId]

/** The item type of a paged call. */
export type Item<Id extends PagedId> = ResponseBody<Id> extends { items: (infer T)[] } ? T : never

/** The calls that stream lines, except the event stream, which has `followEvents`. */
export type LinesId = {
  [Id in OperationId]: Endpoints[Id] extends { lines: string } ? Exclude<Id, 'followEvents'> : never
}[OperationId]
