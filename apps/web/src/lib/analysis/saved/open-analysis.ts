import { ApiError } from '@tegenzet/client'
import { isRuleSetId, parsePosition, type RuleSetId, ruleSet, trustedMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { MoveTree } from '@tegenzet/trees'
import { resultOf } from '$lib/analysis/trees/result-of.ts'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import { variantName } from '$lib/rules/variant.ts'
import type { Opened } from './analysis-document.svelte.ts'
import { readDraft } from './device-drafts.ts'
import { copyOfAnalysis, type Unsaved, UnsavedCopy } from './unsaved-copy.ts'

/** Why an address shows no analysis. */
export type NotOpened = 'malformed-position' | 'game-not-over' | 'missing'

/**
 * What an address after `/analysis/` opens: a stored analysis by its number, with the key of a shared one, or a board of a
 * rule set: empty, from a position, with a game, or as it was left on this device.
 * @throws what the calls throw
 */
export async function openAnalysis(
  id: string,
  query: URLSearchParams,
  key: string,
): Promise<Opened | NotOpened> {
  if (!isRuleSetId(id)) return /^\d{1,15}$/.test(id) ? openStored(Number(id), key) : 'missing'
  const address = query.size > 0 ? `${id}?${query}` : id
  const unsaved = readUnsaved(address)
  if (unsaved) return openUnsaved(unsaved, address)
  const draft = readDraft(address)
  if (draft) return draft
  const game = query.get('game')
  if (game !== null) return openGame(Number(game), address)
  if (query.has('draft')) return 'missing'
  return openPosition(id, query.get('position'), address)
}

function openPosition(id: RuleSetId, text: string | null, address: string): Opened | NotOpened {
  const rules = ruleSet(id)
  const position = text === null ? null : parsePosition(rules, text.trim())
  if (position && !position.ok) return 'malformed-position'
  const tree: MoveTree = { rules: id, start: position?.value ?? null, nodes: [] }
  return { tree, title: m.analysis_default_title({ rules: variantName(rules) }), address }
}

async function openGame(id: number, address: string): Promise<Opened | NotOpened> {
  const params = { id }
  const [game, { items }] = await Promise.all([
    api.call('getGame', { params }),
    api.call('listMoves', { params }),
  ])
  if (!game.outcome) return 'game-not-over'
  const nodes = items.map(({ move }, n) => ({ parent: n === 0 ? null : n - 1, move: trustedMove(move) }))
  const names = { white: game.white.username, black: game.black.username }
  return {
    tree: { rules: game.rules, start: null, nodes },
    title: m.game_against(names),
    address,
    names,
    result: resultOf(game.outcome),
  }
}

async function openStored(id: number, key: string): Promise<Opened> {
  const address = String(id)
  const unsaved = readUnsaved(address)
  try {
    const { analysis } = await api.call('getAnalysis', {
      params: { id },
      ...(key === '' ? {} : { analysisKey: key }),
    })
    const { tree, title, owner } = analysis
    return { tree, title, address, id, analysis, unsaved, isForeign: owner.id !== session.accountId }
  } catch (error) {
    if (!unsaved) throw error
    // Without a connection it goes on with what this device has.
    if (!(error instanceof ApiError)) return { ...openUnsaved(unsaved, address), id }
    if (error.code !== 'not-found') throw error
    // Deleted elsewhere: what was changed here becomes a new one.
    return openUnsaved({ ...unsaved, base: { tree: null, version: 0 } }, address)
  }
}

const openUnsaved = (unsaved: Unsaved, address: string): Opened => ({
  tree: unsaved.content.tree,
  title: unsaved.content.title ?? '',
  address,
  unsaved,
})

function readUnsaved(address: string): Unsaved | undefined {
  if (session.accountId === null) return undefined
  return new UnsavedCopy(session.accountId, copyOfAnalysis(address)).read() ?? undefined
}
