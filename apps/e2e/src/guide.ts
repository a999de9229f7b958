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
export function differences(expected: unknown, actual: unknown, at = ''): string[] {
  if (Array.isArray(expected))
    return Array.isArray(actual)
      ? expected.flatMap((item, i) => differences(item, actual[i], `${at}[${i}]`))
      : [`${at} is not a list`]
  if (typeof expected === 'object' && expected !== null)
    return typeof actual === 'object' && actual !== null
      ? Object.entries(expected).flatMap(([name, value]) => {
          const actualValue = (actual as Record<string, unknown>)[name]
          if (EXACT_FIELDS.has(name) && typeof value !== 'object')
            return value === actualValue
              ? []
              : [`${at}.${name} is ${JSON.stringify(actualValue)}, not ${JSON.stringify(value)}`]
          return differences(value, actualValue, `${at}.${name}`)
        })
      : [`${at} is not an object`]
  return typeof expected === typeof actual && (expected === null) === (actual === null)
    ? []
    : [`${at} is ${JSON.stringify(actual)}`]
}
