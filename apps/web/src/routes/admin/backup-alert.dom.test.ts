import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '$lib/i18n/locale.svelte.ts'
import BackupAlert from './BackupAlert.svelte'

beforeAll(() => setLocale('en'))

/** What `/readyz` answers. */
function answer(body: object, status = 200): void {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }))
}

it('warns an admin when there is no good backup, and of nothing else', async () => {
  answer({ status: 'ok', degraded: ['bus', 'backup'] })
  const { unmount } = render(BackupAlert)
  expect(await screen.findByText(/no good backup for two days/)).toBeTruthy()
  unmount()

  for (const [body, status] of [
    [{ status: 'ok' }, 200],
    [{ status: 'ok', degraded: ['replica'] }, 200],
    [{ code: 'unavailable' }, 503],
  ] as const) {
    answer(body, status)
    const { container, unmount } = render(BackupAlert)
    await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve))
    expect(container.textContent?.trim()).toBe('')
    unmount()
  }
})
