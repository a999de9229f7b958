import { readFileSync } from 'node:fs'

/** A shell block of a guide and the output that the guide shows for it. */
export interface Step {
  /** Line number of the block. */
  line: number
  shell: string
  /** JSON is compared by its shape, text must be contained in the output. */
  shown: { language: string; text: string } | null
}

/** Reads the ```sh blocks of a Markdown file, each with the output block directly after it. */
export function readSteps(file: URL): Step[] {
  const markdown = readFileSync(file, 'utf8')
  return Array.from(
    markdown.matchAll(/^```sh\n([\s\S]*?)^```\n(?:```(json|text)\n([\s\S]*?)^```\n)?/gm),
    ({ index, 1: shell, 2: language, 3: text }) => ({
      line: markdown.slice(0, index).split('\n').length,
      shell: shell!,
      shown: language && text ? { language, text } : null,
    }),
  )
}

/** Fields whose values must be equal. Of other fields only the type is compared. */
const EXACT_FIELDS = new Set([
  'code',
  'holds',
  'kind',
  'lastMove',
  'ply',
  'reason',
  'rules',
  'state',
  'status',
  'turn',
  'type',
  'username',
])

/** Compares JSON with what the guide shows. Additional fields are allowed. @returns the differences */
export function differences(shown: unknown, came: unknown, at = ''): string[] {
  if (Array.isArray(shown))
    return Array.isArray(came)
      ? shown.flatMap((item, i) => differences(item, came[i], `${at}[${i}]`))
      : [`${at} is no list`]
  if (typeof shown === 'object' && shown !== null)
    return typeof came === 'object' && came !== null
      ? Object.entries(shown).flatMap(([name, value]) => {
          const there = (came as Record<string, unknown>)[name]
          if (EXACT_FIELDS.has(name) && typeof value !== 'object')
            return value === there
              ? []
              : [`${at}.${name} is ${JSON.stringify(there)}, not ${JSON.stringify(value)}`]
          return differences(value, there, `${at}.${name}`)
        })
      : [`${at} is no object`]
  return typeof shown === typeof came && (shown === null) === (came === null)
    ? []
    : [`${at} is ${JSON.stringify(came)}`]
}
