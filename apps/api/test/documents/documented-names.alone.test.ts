import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERRORS } from '@tegenzet/contract'
import { OPERATIONS } from '@tegenzet/contract/operations'
import { expect, test } from 'vitest'
import { SITE_DOCUMENTS } from '../../src/about/documents/site-documents.ts'

// What the documents name exists: files, headings, commands, calls, pages, and every word in code.

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FILES = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((path) => lstatSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())

/** All but the decisions and the changelog, which name what was. */
const DOCUMENTS = FILES.filter((path) =>
  /^(README|SECURITY|docs\/[\w-]+|(apps|packages)\/\w+\/README)\.md$/.test(path),
).filter((path) => path !== 'docs/decisions.md')

interface Document {
  path: string
  text: string
  /** Inline code and code blocks. */
  code: string[]
}
const documents = DOCUMENTS.map((path): Document => {
  const text = read(path)
  const blocks = text.match(/^```[\s\S]*?^```|^ {4}\S.*/gm) ?? []
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const inline = Array.from(prose.matchAll(/(`+)([^`]+?)\1/g), ([, , span]) => span!.replace(/\s+/g, ' '))
  return { path, text, code: [...blocks, ...inline] }
})

/** Checks each match of a pattern in the code of the documents. @returns those that do not exist, with their document */
function missing(pattern: RegExp, exists: (match: string, document: Document) => boolean): string[] {
  let found = 0
  const wrong = documents.flatMap((document) =>
    document.code.flatMap((span) =>
      Array.from(span.matchAll(pattern), ([whole, match = whole]) => match)
        .filter((match) => ++found && !exists(match, document))
        .map((match) => `${document.path}: ${match}`),
    ),
  )
  expect(found).toBeGreaterThan(0)
  return [...new Set(wrong)]
}

test('every file and folder exists', () => {
  // built, not in Git
  const isBuilt = (path: string) => /(^|\/)(dist|node_modules|generated|screenshots)\//.test(path)
  const isThere = (path: string) =>
    FILES.some(
      (file) => file === path || file.startsWith(path.replace(/\/?$/, '/')) || file.endsWith(`/${path}`),
    )
  expect(
    missing(
      /(?<![\w/.~-])((?:apps|packages|docs|deploy|prisma|bundle)\/[\w./@()[\]-]*[\w/)\]])(?![\w*…])/g,
      (path) => isBuilt(path) || isThere(path),
    ),
  ).toEqual([])
  expect(
    missing(
      /(?<![\w/.*…+-])((?!\.\/|x\.)[\w./+-]*\w\.(?:ts|mjs|svelte|prisma|sql))(?![\w*])/g,
      (path) => isBuilt(path) || isThere(path),
    ),
  ).toEqual([])
})

test('every link leads to a file and to a heading in it', () => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-')
  const broken = documents.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)).flatMap(([, file, anchor]) => {
      const target = file ? join(dirname(path), file) : path
      if (!existsSync(join(ROOT, target))) return [`${path}: ${target}`]
      const headings = Array.from(read(target).matchAll(/^#+ (.*)$/gm), ([, heading]) => anchorOf(heading!))
      return anchor && !headings.includes(anchor) ? [`${path}: ${target}#${anchor}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('every command of pnpm exists', () => {
  const manifests = FILES.filter((path) => /(^|\/)package\.json$/.test(path)).map((path) =>
    JSON.parse(read(path)),
  )
  const scripts = new Set(manifests.flatMap(({ scripts = {} }) => Object.keys(scripts)))
  const ofPnpm = ['audit', 'exec', 'install']
  expect(
    missing(
      /pnpm(?:@[\d.]+)? (?:-s )?(?:run )?([a-z][\w:-]*)/g,
      (name) => scripts.has(name) || ofPnpm.includes(name),
    ),
  ).toEqual([])
  const { packageManager } = JSON.parse(read('package.json'))
  expect(missing(/pnpm@[\d.]+/g, (version) => version === packageManager)).toEqual([])
})

/** What the server answers besides operations, pages and the documents of the site, and what addresses begin with. */
const OTHER_ADDRESSES = [
  ...[
    '/.well-known/oauth-authorization-server',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sitemap.xml',
    '/robots.txt',
  ],
  ...['/api', '/api/v1', '/api/v1/admin', '/api/v1/live', '/api/v1/openapi.json', '/api/v1/oauth/authorize'],
  ...[
    '/api/docs',
    '/api/docs/errors',
    '/guides',
    '/calendar/:url',
    '/feeds/:url',
    '/oembed',
    '/embed/:url',
    '/embed/games/:url',
    '/embed/puzzles/:url',
    '/embed/analyses/:url',
    '/feeds/clubs/:url',
    '/feeds/players/:url',
    '/feeds/turns/:url',
    '/unsubscribe/:token',
  ],
]

test('every call and page exists', () => {
  const pages = FILES.flatMap((path) => /^apps\/web\/src\/routes\/(.*)\+page\.svelte$/.exec(path)?.[1] ?? [])
  const known = [
    ...Object.values(OPERATIONS).map(({ path }) => path),
    ...pages.map((page) => `/${page.replace(/\([^)]+\)\//g, '')}`.replace(/(?<=.)\/$/, '')),
    ...SITE_DOCUMENTS.map((name) => `/${name}`),
    ...OTHER_ADDRESSES,
  ].map((path) => path.split('/'))
  const isPath = (path: string): boolean => {
    const parts = path
      .replace(/[?#].*/, '')
      .replace(/\[.*\]$/, '')
      .replace(/(?<=.)\/$/, '')
      .split('/')
    return known.some(
      (segments) =>
        (path.startsWith('…') ? segments.length >= parts.length : segments.length === parts.length) &&
        parts.every((part, n) => {
          const segment = segments.at(n - parts.length)!
          return part === segment || /^[:[]/.test(segment) || part === '…'
        }),
    )
  }
  // short for the call, as in the shell of a guide; or an HTTP request to somebody else
  const isCall = (path: string) => isPath(path) || isPath(`/api/v1${path}`)
  expect(missing(/(?:GET|POST|PUT|PATCH|DELETE) ((?:…|\/)\S*)(?!\S| HTTP)/g, isCall)).toEqual([])
  expect(missing(/^(\/(?!(?:etc|usr|var)\/)[\w.-][^\s*]*)$/g, isPath)).toEqual([])
})

/** Names of other programs or put together, and examples of what not to write. */
const OTHER_NAMES = [
  ...[
    'Deprecation',
    'Sunset',
    'MALLOC_ARENA_MAX',
    'max_prepared_statements',
    'pg_rewind',
    'pg_wal',
    'prune-guests',
  ],
  ...['eval', 'manager', 'utils'],
]

test('every error code has the status that is named with it', () => {
  const named = documents.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\b([45]\d\d)\s`([a-z-]+)`/g), ([, status, code]) => ({
      path,
      status,
      code: code!,
    })),
  )
  expect(named.length).toBeGreaterThan(5)
  const statuses: Record<string, { status: number }> = ERRORS
  expect(named.filter(({ status, code }) => statuses[code]?.status !== Number(status))).toEqual([])
})

test('every name in code is one of the code', () => {
  const texts = FILES.filter((path) =>
    /\.(ts|svelte|mjs|js|json|prisma|sql|html|css|sh|conf|yml|py|example)$|file$/.test(path),
  )
  const words = new Set(
    [...FILES, ...texts.map(read), ...OTHER_NAMES].flatMap(
      (text) => text.toLowerCase().match(/[\w-]{3,}/g) ?? [],
    ),
  )
  const isKnown = (name: string) =>
    (name.toLowerCase().match(/[\w-]{3,}/g) ?? []).every((word) => words.has(word))
  expect(missing(/^[A-Za-z_][\w.-]*(?==|\(|$)/g, isKnown)).toEqual([])
})
