import { ApiError } from '@tegenzet/client'
import type { Analysis } from '@tegenzet/contract'
import { MAX_ANALYSIS_TITLE } from '@tegenzet/contract/limits'
import type { GameResult } from '@tegenzet/records'
import type { Side } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { MoveTree } from '@tegenzet/trees'
import { TreeEditor } from '$lib/analysis/trees/tree-editor.svelte.ts'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { dropDraft, keepDraft } from './device-drafts.ts'
import { TreeSaver } from './tree-saver.svelte.ts'
import { type Content, copyOfAnalysis, type Stored, type Unsaved, UnsavedCopy } from './unsaved-copy.ts'

/** What an analysis begins with. */
export interface Opened {
  tree: MoveTree
  title: string
  /** Its address after `/analysis/`. */
  address: string
  /** The players of a game. */
  names?: Record<Side, string>
  result?: GameResult
  /** The number of a stored one. */
  id?: number
  /** The stored one, if the server could be reached. */
  analysis?: Analysis
  /** What this device has of it, and the server may not have. */
  unsaved?: Unsaved | undefined
  /** Somebody else has shared it: changes are kept nowhere. */
  isForeign?: boolean
}

/** That of an analysis that has just been created. */
const FIRST_VERSION = 1

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
  readonly #copy: UnsavedCopy
  readonly #oncreate: (id: number) => void

  /** @param oncreate it was saved for the first time */
  constructor(opened: Opened, keeping: Keeping, oncreate: (id: number) => void) {
    const { address, analysis, unsaved, isForeign } = opened
    const content = unsaved?.content ?? { tree: opened.tree, title: opened.title }
    this.opened = opened
    this.keeping = isForeign ? 'nowhere' : keeping
    this.#oncreate = oncreate
    this.id = opened.id ?? null
    this.visibility = analysis?.visibility ?? 'private'
    this.#title = content.title ?? opened.title
    this.editor = new TreeEditor(content.tree, { onchange: (tree) => this.#keep(tree) })
    this.#copy = new UnsavedCopy(session.accountId ?? 0, copyOfAnalysis(address), unsaved?.creation)
    const base = unsaved?.base ?? {
      tree: analysis?.tree ?? null,
      title: analysis?.title,
      version: analysis?.version ?? 0,
    }
    const calls = {
      save: (changed: Content, version: number) => this.#save(changed, version),
      load: () => this.#load(),
      show: (changed: Content) => this.#show(changed),
      onjoin: () => showToast(m.game_analysis_joined(), 'warning'),
    }
    this.saver = new TreeSaver(this.#copy, calls, { content, base, isUnsaved: unsaved !== undefined })
  }

  get title(): string {
    return this.#title
  }

  set title(title: string) {
    if (title === this.#title) return
    this.#title = title.slice(0, MAX_ANALYSIS_TITLE)
    if (this.#title.trim() !== '') this.#keep(this.editor.cursor.tree)
  }

  /** Keeps it saved; call it in an effect. @returns the clean-up */
  follow(): (() => void) | undefined {
    return this.keeping === 'server' ? this.saver.follow() : undefined
  }

  /** Saves it now, also unchanged. */
  async saveNow(): Promise<void> {
    this.saver.change(this.#contentOf(this.editor.cursor.tree))
    await this.saver.save()
    // changed while it was being saved
    if (this.saver.state === 'waiting') await this.saver.save()
  }

  #contentOf(tree: MoveTree): { tree: MoveTree; title: string } {
    return { tree, title: this.#title.trim() || this.opened.title }
  }

  #keep(tree: MoveTree): void {
    if (this.keeping === 'server') this.saver.change(this.#contentOf(tree))
    else if (this.keeping === 'device')
      keepDraft({ address: this.opened.address, ...this.#contentOf(tree), changedAt: Date.now() })
  }

  #show({ tree, title }: Content): void {
    this.editor.replace(tree)
    this.#title = title ?? this.#title
  }

  async #load(): Promise<Stored> {
    const { id } = this
    if (id === null) return { tree: null, version: 0 }
    const { analysis } = await api.call('getAnalysis', { params: { id } })
    this.visibility = analysis.visibility
    return analysis
  }

  async #save({ tree, title = this.opened.title }: Content, version: number): Promise<number> {
    if (this.id === null) {
      const created = await this.#create({ title, tree })
      if (created.title === title && created.tree === tree) return FIRST_VERSION
      // the first call was sent before the last changes
      return this.#save({ title, tree }, FIRST_VERSION)
    }
    const params = { id: this.id }
    const saved = await api.call('saveAnalysis', { params, body: { title, tree, version } })
    this.visibility = saved.analysis.visibility
    return saved.version
  }

  /** Creates it on the server, once: a call whose answer was lost is sent again as it was. @returns what was sent */
  async #create(content: { title: string; tree: MoveTree }): Promise<{ title: string; tree: MoveTree }> {
    this.#copy.creation ??= { key: randomKey(), ...content }
    const { key, ...body } = this.#copy.creation
    try {
      const { analysis } = await api.call('createAnalysis', { body, idempotencyKey: key })
      this.id = analysis.id
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSED.includes(error.status)) throw error
      // What the server refuses it has not created, and it may be changed before it is sent again.
      this.#copy.creation = undefined
      // It was created and then deleted, or the reader has logged in anew since.
      if (error.code === 'not-found' || error.code === 'idempotency-key-reused') return this.#create(content)
      throw error
    }
    dropDraft(this.opened.address)
    this.#copy.rename(copyOfAnalysis(String(this.id)))
    this.#oncreate(this.id)
    return body
  }
}

/** The statuses of refusals that the same call always gets. */
const REFUSED = [400, 404, 413, 422]

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
