export const REFUSAL_CODES = ['malformed-position', 'malformed-move', 'illegal-move', 'game-over'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/**
 * Why the rules refuse input. `code` and `params` are for programs; `message` is English and says what was expected.
 */
export interface RuleRefusal {
  code: RefusalCode
  message: string
  params: Record<string, string | number>
}

/** Input for an error message: escaped and shortened to one line. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/\p{C}/gu, '\uFFFD')
