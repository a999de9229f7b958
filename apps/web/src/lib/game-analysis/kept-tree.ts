import type { MoveTree } from '@tegenzet/rules'

/** A tree as the server has it. */
export interface StoredTree {
  tree: MoveTree | null
  version: number
}

/** An analysis that the server may not have yet. */
export interface KeptTree {
  tree: MoveTree
  /** What was changed. */
  base: StoredTree
}

/** Whose analysis of which game it is. */
export interface AnalysisKey {
  player: number
  game: number
}

const storageKey = ({ player, game }: AnalysisKey) => `analysis ${player} ${game}`

export function readKeptTree(key: AnalysisKey): KeptTree | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null') as KeptTree | null
    return Array.isArray(kept?.tree?.nodes) && kept.base ? kept : null
  } catch {
    // Storage is blocked, or holds something else.
    return null
  }
}

/** @returns whether this device can keep it */
export function keepTree(key: AnalysisKey, kept: KeptTree): boolean {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetTree(key: AnalysisKey): void {
  try {
    localStorage.removeItem(storageKey(key))
  } catch {
    // Without storage nothing was kept.
  }
}
