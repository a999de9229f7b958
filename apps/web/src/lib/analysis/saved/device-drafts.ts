import type { MoveTree } from '@tegenzet/trees'

/** An analysis that is kept on this device, for readers without an account. */
export interface DeviceDraft {
  /** Its address after `/analysis/`. */
  address: string
  title: string
  tree: MoveTree
  changedAt: number
}

const PREFIX = 'analysis '
/** The oldest ones give way. */
export const MAX_DRAFTS = 50

export function readDraft(address: string): DeviceDraft | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + address) ?? 'null') as DeviceDraft | null
  } catch {
    return null
  }
}

/** The newest first. */
export function listDrafts(): DeviceDraft[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => readDraft(key.slice(PREFIX.length)) ?? [])
      .sort((a, b) => b.changedAt - a.changedAt)
  } catch {
    return []
  }
}

/** Whether an older draft would give way to another one. */
export const areDraftsFull = (): boolean => listDrafts().length >= MAX_DRAFTS

/** @returns whether this device can keep it */
export function keepDraft(draft: DeviceDraft): boolean {
  try {
    localStorage.setItem(PREFIX + draft.address, JSON.stringify(draft))
    for (const { address } of listDrafts().slice(MAX_DRAFTS)) dropDraft(address)
    return true
  } catch {
    return false
  }
}

export function dropDraft(address: string): void {
  try {
    localStorage.removeItem(PREFIX + address)
  } catch {
    // Storage is blocked.
  }
}
