import { z } from 'zod'

export const newsSubjectSchema = z.union([
  /** `deadline`: of a reminder. */
  z.object({ notification: z.int(), deadline: z.iso.datetime().optional() }),
  z.object({ game: z.int(), ply: z.int() }),
])
/** What a person is told in a browser or a channel: a notification, or that it is their turn. */
export type NewsSubject = z.output<typeof newsSubjectSchema>

/** Players who have the page open see the news there first, and conditional moves answer first. */
export const WAIT_MS = 5000
/** Conditional moves answer within this time. */
export const ANSWER_MS = 5000

/** News, written in its reader's language. */
export interface News {
  title: string
  body: string
  /** The page that shows it. */
  url: string
}
