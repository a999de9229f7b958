import type { Layout, Shown } from '@tegenzet/pages'

/** A page that somebody opens. */
export interface OpenedPage extends Shown {
  /** The route's id, for example `/games/[id]`; null: there is no such page. */
  route: string | null
  path: string
  /** null: not known here, or not for this reader. */
  heading: string | null
  layout: Layout | undefined
}
