import { ApiError } from '@tegenzet/client'
import { MAX_ANALYSIS_TITLE } from '@tegenzet/contract/limits'
import type { GameRecord } from '@tegenzet/records'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { MoveTree } from '@tegenzet/trees'
import { areDraftsFull, keepDraft } from '$lib/analysis/saved/device-drafts.ts'
import { api } from '$lib/api/api.ts'
import { variantName } from '$lib/rules/variant.ts'
import { readGames } from './read-pasted.ts'

/** A game that was read from a text. */
interface ImportedGame {
  /** Its place in the text, from 1. */
  number: number
  title: string
  /** Where it can be opened; null if there was nothing to keep. */
  href: string | null
  /** Where and why it could not be read to its end. */
  error: GameRecord['error']
}

/** A title as the server takes it: one line. */
const clean = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]+/gu, ' ').trim()

function titleOf({ tags, tree }: GameRecord): string {
  const players = [tags.White ?? '', tags.Black ?? ''].map(clean).filter((name) => name && name !== '?')
  const rules = tree ? variantName(ruleSet(tree.rules)) : ''
  const title = players.join(' – ') || clean(tags.Event ?? '') || m.analysis_default_title({ rules })
  return title.slice(0, MAX_ANALYSIS_TITLE)
}

/** Makes analyses of the games in a text, one after another. */
export class RecordImport {
  games = $state.raw<readonly ImportedGame[]>([])
  busy = $state(false)
  /** Why it ended early. */
  error = $state.raw<unknown>(null)
  /** It ended early because this device keeps no more. */
  isFull = $state(false)
  #isStopped = false

  /** @param toServer false: they are kept on this device */
  async read(text: string, rules: RuleSetId, toServer: boolean): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.games = []
    this.error = null
    this.isFull = false
    this.#isStopped = false
    try {
      for await (const game of readGames(text, rules)) {
        if (this.#isStopped) break
        this.isFull = !toServer && areDraftsFull()
        if (this.isFull) break
        await this.#add(game, toServer)
      }
    } catch (error) {
      this.error = error
    } finally {
      this.busy = false
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  async #add(game: GameRecord, toServer: boolean): Promise<void> {
    const { tree, error } = game
    const number = this.games.length + 1
    const title = titleOf(game)
    let href: string | null = null
    // what is damaged from the beginning is only reported
    if (tree && (tree.nodes.length > 0 || !error)) {
      if (toServer) {
        const analysis = await this.#create({ title, tree })
        // stopped while it waited
        if (!analysis) return
        href = `/analysis/${analysis.id}`
      } else {
        const address = `${tree.rules}?draft=${Date.now()}-${number}`
        if (keepDraft({ address, title, tree, changedAt: Date.now() })) href = `/analysis/${address}`
      }
    }
    this.games = [...this.games, { number, title, href, error }]
  }

  /** Waits while the server takes no more. @returns null if it was stopped meanwhile */
  async #create(body: { title: string; tree: MoveTree }): Promise<{ id: number } | null> {
    while (!this.#isStopped)
      try {
        return (await api.call('createAnalysis', { body })).analysis
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429) throw error
        await sleep((error.retryAfter ?? 1) * 1000)
      }
    return null
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
