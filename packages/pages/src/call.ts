import type { InputArguments } from '@tegenzet/client'
import type { About, Account, Language, OperationId } from '@tegenzet/contract'

/** A call of the API that a page starts with, as the arguments of `api.call`. */
export type Call = readonly [id: OperationId, input?: { params?: object; query?: object; signal?: unknown }]

/** Checks the input of a call. */
export const call = <Id extends OperationId>(...arguments_: [id: Id, ...input: InputArguments<Id>]) =>
  arguments_

/** Who opens a page, at which address. */
export interface Opened {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  language: Language
  account: Account | null
  /** Only members read on this site, and the reader is none. */
  isClosed: boolean
  /** What the server tells about itself; null: unknown now. */
  about: About | null
}

/** What a page starts with. */
export interface Page {
  /** Whether there is such a page, if that needs no call. */
  exists?: (opened: Opened) => boolean
  /** Its answer decides whether the page exists. */
  subject?: (opened: Opened) => Call | null
  calls?: (opened: Opened) => readonly Call[]
  /** Calls that depend on the subject. @param subject the body of its answer */
  callsAbout?: (subject: any, opened: Opened) => readonly Call[]
}
