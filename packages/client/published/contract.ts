// What the published types import as `@tegenzet/contract`. They come from the OpenAPI document, so that users of the
// package need neither zod nor our schemas.
import type { components, operations } from '../generated/openapi.d.ts'

type Schemas = components['schemas']
export type Account = Schemas['Account']
export type Analysis = Schemas['Analysis']
export type AnalysisSummary = Schemas['AnalysisSummary']
export type Challenge = Schemas['Challenge']
export type Claim = Schemas['Claim']
export type DrawOffer = Schemas['DrawOffer']
export type ErrorCode = Problem['code']
export type Game = Schemas['Game']
export type GameAnalysis = Schemas['GameAnalysis']
export type GameRecord = Schemas['GameRecord']
export type GameUpdate = Schemas['GameUpdate']
export type LiveCommand = Schemas['LiveCommand']
export type LiveEvent = Schemas['LiveEvent']
export type LiveMessage = Schemas['LiveMessage']
export type Message = Schemas['Message']
export type MoveTree = Schemas['MoveTree']
export type GameMove = Schemas['Move']
export type Player = Schemas['Player']
export type GamePosition = Schemas['Position']
export type Problem = Schemas['Problem']
export type RuleSet = Schemas['RuleSet']
export type User = Schemas['User']
export type WebhookBody = Schemas['WebhookBody']

export type OperationId = keyof operations
export type { Operation } from '@tegenzet/contract/operations'

/** Path and query parameters may be given as their value or as the text in the URL. */
type ValueOrText<T> = {
  [K in keyof T]: T[K] | (number extends T[K] ? string : never) | ('true' extends T[K] ? boolean : never)
}
type ParametersOf<Call, Part extends 'path' | 'query'> = Call extends {
  parameters: { [P in Part]?: infer T }
}
  ? ValueOrText<NonNullable<T>>
  : never

type ContentOf<Response> = Response extends { content: infer Content } ? Content : never
type BodyOf<Response> = [ContentOf<Response>] extends [never]
  ? undefined
  : ContentOf<Response> extends { 'application/x-ndjson': unknown }
    ? string
    : ContentOf<Response>[keyof ContentOf<Response>]
type LineOf<Response> = ContentOf<Response> extends { 'application/x-ndjson': infer Line } ? Line : never

type SuccessStatus = 200 | 201 | 204 | 302
type JsonBody<Body> = Body extends { content: { 'application/json': infer T } } ? T : undefined

export type Calls = {
  [Id in OperationId]: {
    params: ParametersOf<operations[Id], 'path'>
    query: ParametersOf<operations[Id], 'query'>
    body: operations[Id] extends { requestBody?: never } ? never : JsonBody<operations[Id]['requestBody']>
    responses: {
      [Status in keyof operations[Id]['responses'] & SuccessStatus]: BodyOf<
        operations[Id]['responses'][Status]
      >
    }
    line: operations[Id]['responses'] extends { 200: infer Response } ? LineOf<Response> : never
  }
}
