import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoints.ts'
import type { OperationId } from './operations.ts'

/** Path and query parameters may be given as their value or as the text in the URL. */
type ValueOrText<Before, After> = {
  [K in keyof Before]: Before[K] | (K extends keyof After ? After[K] : never)
}
type ParametersOf<E, Part extends 'params' | 'query'> =
  E extends Record<Part, infer S extends z.ZodType> ? ValueOrText<z.input<S>, z.output<S>> : never

type SuccessStatus = 200 | 201 | 204 | 302
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type BodyOf<E extends Endpoint, S> = E extends { lines: string }
  ? string
  : OutputOf<S> | (E extends { text: string } ? string : never)

interface CallOf<E extends Endpoint> {
  params: ParametersOf<E, 'params'>
  query: ParametersOf<E, 'query'>
  body: E extends { body: infer S extends z.ZodType } ? z.input<S> : never
  responses: {
    [Status in keyof E['responses'] & SuccessStatus]: BodyOf<E, E['responses'][Status]>
  }
  line: E extends { lines: string; responses: { 200: infer S } } ? OutputOf<S> : never
}

/**
 * The types of every call, as clients see them: what it takes, the body of each response that is no error, and a line
 * of responses that consist of lines. What a call does not have is `never`.
 */
export type Calls = { [Id in OperationId]: CallOf<Endpoints[Id]> }
