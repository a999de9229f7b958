import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Token } from 'marked'

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The documents of hosts, programmers and contributors, and their changes that are not committed yet. */
const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const DOCUMENTS = list
  .split('\n')
  .filter((path) => /^(README|SECURITY|docs\/[\w-]+|(apps|packages|clients)\/\w+\/README)\.md$/.test(path))

/** The blocks of code of each document that has any, in order. */
export const BLOCKS: ReadonlyMap<string, string[]> = new Map(
  DOCUMENTS.map((path): [string, string[]] => {
    const marked = new Marked()
    const blocks: string[] = []
    marked.walkTokens(marked.lexer(readFileSync(join(ROOT, path), 'utf8')), (token: Token) => {
      if (token.type === 'code') blocks.push(token.text)
    })
    return [path, blocks]
  }).filter(([, blocks]) => blocks.length > 0),
)

/** The block of a document that begins with these words. @throws if there is none, or another one */
export function blockOf(document: string, start: string): string {
  const [block, ...more] = (BLOCKS.get(document) ?? []).filter((text) => text.startsWith(start))
  if (block === undefined || more.length > 0)
    throw new Error(
      `${document} has ${block === undefined ? 'no block' : 'more than one block'} with: ${start}`,
    )
  return block
}
