import { untrack } from 'svelte'

/**
 * Starts something whenever there is a value, and with each other one. What it returns ends it. Only the value is followed: an
 * account's id, for instance, stays when its name changes.
 */
export function whenever<T>(
  value: () => T | null | undefined | false,
  start: (value: T) => ReturnType<Parameters<typeof $effect>[0]>,
): void {
  const current = $derived(value())
  $effect(() => {
    const given = current
    if (given) return untrack(() => start(given))
  })
}
