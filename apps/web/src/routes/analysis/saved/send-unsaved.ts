import { AnalysisDocument } from '$lib/analysis/saved/analysis-document.svelte.ts'
import type { DeviceDraft } from '$lib/analysis/saved/device-drafts.ts'
import { openAnalysis } from '$lib/analysis/saved/open-analysis.ts'
import { unsavedAnalyses } from '$lib/analysis/saved/unsaved-copy.ts'

/** One at a time, so that nothing is saved twice. */
let last: Promise<unknown> = Promise.resolve()

/** Saves the analyses that only this device has. Never throws: what cannot be saved stays. @returns whether any was */
export function sendUnsaved(player: number): Promise<boolean> {
  const sent = last.then(() => sendAll(player))
  last = sent
  return sent
}

async function sendAll(player: number): Promise<boolean> {
  let isAnySaved = false
  for (const { address } of unsavedAnalyses(player)) {
    const [id = '', query] = address.split('?', 2)
    const opened = await openAnalysis(id, new URLSearchParams(query), '').catch(() => null)
    if (opened === null || typeof opened === 'string') continue
    const { saver } = new AnalysisDocument(opened, 'server', () => {})
    await saver.save()
    saver.stop()
    isAnySaved ||= saver.state === 'saved'
  }
  return isAnySaved
}

/** Saves what a visitor has left on this device in the account that is logged in. @throws what the calls throw */
export async function saveDraft(draft: DeviceDraft): Promise<void> {
  const document = new AnalysisDocument(draft, 'server', () => {})
  await document.saveNow()
  document.saver.stop()
  if (document.saver.error) throw document.saver.error
}
