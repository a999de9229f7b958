import type { LiveEvent } from './live/schemas.ts'

// Imports only types, so that browser clients can import it without the schemas.

export const EVENT_TYPES = [
  'game',
  'challenge',
  'claim',
  'message',
  'plan',
  'report',
  'sanction',
  'appeal',
  'tournament',
  'ladder',
  'club',
  'match',
  'notice',
  'notices-read',
] as const satisfies LiveEvent['type'][]
export type EventType = (typeof EVENT_TYPES)[number]
