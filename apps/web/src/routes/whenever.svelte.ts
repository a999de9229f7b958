import { untrack } from 'svelte'

/**
 * Calls `start` when there is a value, and again when the value changes. What `start` returns is called before that, and at the
 * end. Nothing else that `start` reads is followed: what follows an account's id goes on when the account's name changes.
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
