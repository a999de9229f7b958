import type { Endpoint, Endpoints, OperationId } from '@tegenzet/contract'
import type { z } from 'zod'

type Parts = 'params' | 'query' | 'body'
type SchemaOf<Id extends OperationId, Part extends Parts> =
  Endpoints[Id] extends Record<Part, infer S extends z.ZodType> ? S : never

/** A number may be given as such or as the text it becomes in an address. */
type Either<Before, After> = { [K in keyof Before]: Before[K] | (K extends keyof After ? After[K] : never) }
type Given<S extends z.ZodType, Part extends Parts> = Part extends 'body'
  ? z.input<S>
  : Either<z.input<S>, z.output<S>>

type InputPart<Id extends OperationId, Part extends Parts> = [SchemaOf<Id, Part>] extends [never]
  ? unknown
  : undefined extends z.input<SchemaOf<Id, Part>>
    ? { [P in Part]?: Given<SchemaOf<Id, Part>, Part> }
    : object extends z.input<SchemaOf<Id, Part>>
      ? { [P in Part]?: Given<SchemaOf<Id, Part>, Part> }
      : { [P in Part]: Given<SchemaOf<Id, Part>, Part> }

/**
 * What a call is given: path parameters, query and body as its schemas say, a signal that gives it up, and, where it
 * takes one, an `Idempotency-Key` to be kept by who may have to send it again after a restart.
 */
export type Input<Id extends OperationId> = InputPart<Id, 'params'> &
  InputPart<Id, 'query'> &
  InputPart<Id, 'body'> & { signal?: AbortSignal; idempotencyKey?: string }

/** The input may be left out where nothing in it is required. */
export type InputArguments<Id extends OperationId> =
  object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

type BodyOf<S> = S extends z.ZodType ? z.output<S> : undefined
type ResponsesByStatus<E extends Endpoint> = {
  [Status in keyof E['responses'] & number]: { status: Status; body: BodyOf<E['responses'][Status]> }
}

/** The answers of a call by status, where it matters which came: 201 for a move played, 200 for its repeat. */
export type ApiResponse<Id extends OperationId> = ResponsesByStatus<Endpoints[Id]>[keyof ResponsesByStatus<
  Endpoints[Id]
>]

/** The body of a call's answer. */
export type ResponseBody<Id extends OperationId> = ApiResponse<Id>['body']

/** The calls that answer in pages. */
export type PagedId = {
  [Id in OperationId]: Endpoints[Id] extends { query: infer Query extends z.ZodType }
    ? 'cursor' extends keyof z.input<Query>
      ? Id
      : never
    : never
}[OperationId]

/** What a page of such a call lists. */
export type Item<Id extends PagedId> = ResponseBody<Id> extends { items: (infer T)[] } ? T : never

/** The calls that answer line by line, but for the stream of events, which `followEvents` keeps. */
export type LinesId = {
  [Id in OperationId]: Endpoints[Id] extends { lines: string } ? Exclude<Id, 'followEvents'> : never
}[OperationId]
