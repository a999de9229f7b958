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

/** A page that is there for its reader. */
export interface Shown extends Opened {
  /** The body of the answer to the page's subject; null: it has none. */
  subject: any
}

/** What a page starts with. */
export interface Page {
  /** Whose page it is; others are led elsewhere. Default: everybody's. */
  isFor?: (account: Account | null) => boolean
  /** Whether there is such a page, if that needs no call. */
  exists?: (opened: Opened) => boolean
  /** Its answer decides whether the page exists. */
  subject?: (opened: Opened) => Call | null
  /** For readers who may see the page, as a function of the texts or with its signature. null: not known here. */
  heading?: (shown: Shown, options: { locale: Language }) => string | null
  /** Where the heading is. Default: at the top of a narrow column. */
  layout?: Layout
  calls?: (opened: Opened) => readonly Call[]
  /** Calls that depend on the subject. */
  callsAbout?: (shown: Shown) => readonly Call[]
}

/**
 * `wide beside`: beside a board on a phone in landscape. `tabs` and `link`: wide, below tabs or a link; `column link`: in a
 * narrow column. `account`: beside the account's menu, on a phone below it; `account start` is above it there. `card`: in a
 * card.
 */
export type Layout =
  | 'wide'
  | 'wide beside'
  | 'tabs'
  | 'link'
  | 'column link'
  | 'account'
  | 'account start'
  | 'account link'
  | 'card'

export const forPlayers = (account: Account | null): boolean => account !== null
export const forMembers = (account: Account | null): boolean => account !== null && account.kind !== 'guest'
