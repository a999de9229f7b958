import type { MoveTree } from '@tegenzet/rules'

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

/** Changes that the server may not have yet. */
export interface Unsaved {
  content: Content
  /** What was changed. */
  base: Stored
}

const PREFIX = 'unsaved'

/** The copy on this device of an analysis that is not saved yet: it survives the page, and being offline. */
export class UnsavedCopy {
  readonly #player: number
  #name: string
  /** As this page wrote it. */
  #written: string | null = null

  constructor(player: number, name: string) {
    this.#player = player
    this.#name = name
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
  write(unsaved: Unsaved): void {
    try {
      this.#written = JSON.stringify(unsaved)
      localStorage.setItem(this.#key, this.#written)
    } catch {
      this.#written = null
    }
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
