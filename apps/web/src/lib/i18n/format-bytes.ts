import { getRegionalLocale } from '$lib/i18n/locale.svelte.ts'

/** "48 kB" or "3 MB", rounded up. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(getRegionalLocale(), { style: 'unit', unit }).format(Math.ceil(value))
}
