import { ruleSet, startPosition } from '@tegenzet/rules'
import { expect, it, onTestFinished, vi } from 'vitest'
import { followMissingParts, isMissingPart } from '$lib/missing-parts.svelte.ts'
import { evaluateOnce } from './evaluate-once.ts'

/** A worker whose script cannot be loaded. */
class MissingWorker {
  onerror: ((event: Event) => void) | null = null
  postMessage(): void {
    queueMicrotask(() => this.onerror?.(new Event('error')))
  }
}

it('an engine that cannot be loaded is a missing part, for which showError offers to load the page again', async () => {
  vi.stubGlobal('Worker', MissingWorker)
  const check = vi.fn(async () => true)
  const unfollow = followMissingParts(check)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    unfollow()
  })
  const { result } = evaluateOnce('muehle', 1, [startPosition(ruleSet('muehle'))])
  const error = await result.catch((reason: unknown) => reason)
  expect(isMissingPart(error)).toBe(true)
  expect(check).toHaveBeenCalledOnce()
})
