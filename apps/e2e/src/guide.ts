import { readFileSync } from 'node:fs'

/** A block of shell of a guide, and what the guide says it prints. */
export interface Step {
  /** The line it begins on, to find it by. */
  line: number
  shell: string
  /** With its language: JSON is compared by shape, text by what must be in it. */
  shown: { language: string; text: string } | null
}

/** The ```sh blocks of a Markdown file, each with the block that follows it directly. */
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

/** Fields by whose value programs decide: shown as they come. The others are shown as they may come. */
const TELLING = new Set([
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

/** @returns where what came lacks something of what is shown, or is of another type; the rest may be more */
export function unlike(shown: unknown, came: unknown, at = ''): string[] {
  if (Array.isArray(shown))
    return Array.isArray(came)
      ? shown.flatMap((item, i) => unlike(item, came[i], `${at}[${i}]`))
      : [`${at} is no list`]
  if (typeof shown === 'object' && shown !== null)
    return typeof came === 'object' && came !== null
      ? Object.entries(shown).flatMap(([name, value]) => {
          const there = (came as Record<string, unknown>)[name]
          if (TELLING.has(name) && typeof value !== 'object')
            return value === there
              ? []
              : [`${at}.${name} is ${JSON.stringify(there)}, not ${JSON.stringify(value)}`]
          return unlike(value, there, `${at}.${name}`)
        })
      : [`${at} is no object`]
  return typeof shown === typeof came && (shown === null) === (came === null)
    ? []
    : [`${at} is ${JSON.stringify(came)}`]
}
