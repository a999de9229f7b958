export { type Client, type ClientOptions, createClient } from './client.ts'
export { ApiError, NetworkError } from './errors.ts'
export type { Answer, AnswerBody, Input, Item, PagedId } from './types.ts'
