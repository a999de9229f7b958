import type { MoveTree } from '@tegenzet/trees'

/** What is saved together: a tree, and on the analysis board its title. */
export interface Content {
  tree: MoveTree
  title?: string | undefined
}

/** What the server has. Version 0: nothing yet. */
export interface Stored {
  tree: MoveTree | null
  title?: string | undefined
  version: number
}

/** The call that creates an analysis. If its answer was lost, the same one again creates no second analysis. */
interface Creation {
  key: string
  title: string
  tree: MoveTree
}

/** Changes that the server may not have yet. */
export interface Unsaved {
  content: Content
  /** What was changed. */
  base: Stored
  /** It has been sent, and perhaps arrived. */
  creation?: Creation | undefined
}

const PREFIX = 'unsaved'

/** The copy on this device of an analysis that is not saved yet: it survives the page, and being offline. */
export class UnsavedCopy {
  readonly #player: number
  #name: string
  /** As this page wrote it. */
  #written: string | null = null
  #creation: Creation | undefined

  /** @param creation as a page before has kept it */
  constructor(player: number, name: string, creation?: Creation) {
    this.#player = player
    this.#name = name
    this.#creation = creation
  }

  get #key(): string {
    return `${PREFIX} ${this.#player} ${this.#name}`
  }

  read(): Unsaved | null {
    try {
      const copy = JSON.parse(localStorage.getItem(this.#key) ?? 'null') as Unsaved | null
      return Array.isArray(copy?.content?.tree?.nodes) && copy.base ? copy : null
    } catch {
      // Storage is blocked, or holds something else.
      return null
    }
  }

  /** Without room it is still saved on the server. */
  write({ content, base }: Unsaved): void {
    try {
      this.#written = JSON.stringify({ content, base, creation: this.#creation } satisfies Unsaved)
      localStorage.setItem(this.#key, this.#written)
    } catch {
      this.#written = null
    }
  }

  /** The call that creates the analysis: set before it is sent, and until it is known how it ended. */
  get creation(): Creation | undefined {
    return this.#creation
  }

  set creation(creation: Creation | undefined) {
    this.#creation = creation
    const unsaved = this.read()
    if (unsaved) this.write(unsaved)
  }

  /** It is saved. What another tab has written since stays. */
  remove(): void {
    try {
      const isOwn = this.#written === null || localStorage.getItem(this.#key) === this.#written
      if (isOwn) localStorage.removeItem(this.#key)
      this.#written = null
    } catch {
      // Without storage nothing was written.
    }
  }

  /** It has got another address. */
  rename(name: string): void {
    this.remove()
    this.#name = name
    this.#creation = undefined
  }
}

/** The name of the copy of a player's own analysis of a game. */
export const copyOfGame = (game: number): string => `game ${game}`

const ANALYSIS = 'analysis '

/** The name of the copy of an analysis. @param address after `/analysis/` */
export const copyOfAnalysis = (address: string): string => `${ANALYSIS}${address}`

/** The analyses of a player that this device has not saved yet, by what their address has after `/analysis/`. */
export function unsavedAnalyses(player: number): { address: string; unsaved: Unsaved }[] {
  const prefix = `${PREFIX} ${player} ${ANALYSIS}`
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const address = key.slice(prefix.length)
        const unsaved = new UnsavedCopy(player, copyOfAnalysis(address)).read()
        return unsaved ? [{ address, unsaved }] : []
      })
  } catch {
    return []
  }
}
