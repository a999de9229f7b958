const GROUP = 4

/**
 * A code that logs in once, in its two groups of four. People type it with spaces, other dashes, or small letters.
 * @returns null if that is not as long as a code
 */
export function readLoginCode(text: string): string | null {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return letters.length === 2 * GROUP ? `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}` : null
}
