import type { Analysis } from '@tegenzet/contract'
import { MAX_ANALYSIS_TITLE } from '@tegenzet/contract/limits'
import type { GameResult } from '@tegenzet/records'
import type { MoveTree, Side } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { type DeviceDraft, dropDraft, keepDraft } from './device-drafts.ts'
import { TreeEditor } from './tree-editor.svelte.ts'
import { TreeSaver } from './tree-saver.svelte.ts'

/** What an analysis begins with. */
export interface Opened {
  tree: MoveTree
  title: string
  /** Its address after `/analysis/` while it is not saved. */
  address: string
  /** The players of a game. */
  names?: Record<Side, string>
  result?: GameResult
  /** The stored one. */
  analysis?: Analysis
  /** Somebody else has shared it: changes are kept nowhere. */
  isForeign?: boolean
}

/** Where changes go: to the server, onto this device, or nowhere. */
export type Keeping = 'server' | 'device' | 'nowhere'

/** An analysis on the board, and how it is kept. */
export class AnalysisDocument {
  readonly editor: TreeEditor
  readonly opened: Opened
  readonly keeping: Keeping
  readonly saver: TreeSaver
  /** What the server stores; null until it is saved for the first time. */
  id = $state<number | null>(null)
  visibility = $state<Analysis['visibility']>('private')
  #title = $state('')
  readonly #oncreate: (id: number) => void

  /** @param oncreate it was saved for the first time */
  constructor(opened: Opened, keeping: Keeping, oncreate: (id: number) => void) {
    const { tree, title, analysis, isForeign } = opened
    this.opened = opened
    this.keeping = isForeign ? 'nowhere' : keeping
    this.#oncreate = oncreate
    this.id = analysis?.id ?? null
    this.visibility = analysis?.visibility ?? 'private'
    this.#title = title
    this.editor = new TreeEditor(tree, { onchange: (changed) => this.#keep(changed) })
    this.saver = new TreeSaver(
      { tree, version: analysis?.version ?? 0 },
      {
        save: (changed, version) => this.#save(changed, version),
        onjoin: (joined) => this.editor.replace(joined),
      },
    )
  }

  get title(): string {
    return this.#title
  }

  set title(title: string) {
    if (title === this.#title) return
    this.#title = title.slice(0, MAX_ANALYSIS_TITLE)
    if (this.#title.trim() !== '') this.#keep(this.editor.cursor.tree)
  }

  /** Saves it now, also unchanged. */
  async saveNow(): Promise<void> {
    this.saver.change(this.editor.cursor.tree)
    await this.saver.save()
  }

  #keep(tree: MoveTree): void {
    if (this.keeping === 'server') this.saver.change(tree)
    else if (this.keeping === 'device') keepDraft(this.#draftOf(tree))
  }

  #draftOf(tree: MoveTree): DeviceDraft {
    return { address: this.opened.address, title: this.#title, tree, changedAt: Date.now() }
  }

  async #save(tree: MoveTree, version: number): Promise<number> {
    const title = this.#title.trim() || this.opened.title
    const { id } = this
    if (id !== null)
      return (await api.call('saveAnalysis', { params: { id }, body: { title, tree, version } })).version
    const { analysis } = await api.call('createAnalysis', { body: { title, tree } })
    this.id = analysis.id
    dropDraft(this.opened.address)
    this.#oncreate(analysis.id)
    return analysis.version
  }
}
