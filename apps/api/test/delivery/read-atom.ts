import { DOMParser, type Element } from '@xmldom/xmldom'
import { expect } from 'vitest'

const ATOM = 'http://www.w3.org/2005/Atom'
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const childrenOf = (element: Element, name: string): Element[] =>
  [...element.childNodes].filter((node) => node.nodeName === name) as Element[]

/** The text of the only child of this name. */
function textOf(element: Element, name: string): string {
  const found = childrenOf(element, name)
  expect([name, found.length]).toEqual([name, 1])
  return found[0]!.textContent ?? ''
}

/** What RFC 4287 (4.1.1, 4.1.2) demands of a feed as of an entry. */
function read(element: Element) {
  const [id, title, updated] = ['id', 'title', 'updated'].map((name) => textOf(element, name)) as [
    string,
    string,
    string,
  ]
  expect(id).toMatch(/^tag:[\w.-]+,\d{4}:\/\S+$/)
  expect(title).not.toBe('')
  expect(updated).toMatch(MOMENT)
  const links = childrenOf(element, 'link').map((link) => ({
    rel: link.getAttribute('rel'),
    type: link.getAttribute('type'),
    href: link.getAttribute('href') ?? '',
  }))
  for (const { href } of links) expect(URL.canParse(href)).toBe(true)
  const alternates = links.filter(({ rel }) => rel === 'alternate')
  expect(alternates).toHaveLength(1)
  return {
    id,
    title,
    updated,
    author: childrenOf(element, 'author').map((author) => textOf(author, 'name'))[0],
    self: links.find(({ rel }) => rel === 'self')?.href,
    page: alternates[0]!.href,
  }
}

/** Parses a feed with an independent library, and checks it by the rules of RFC 4287. */
export function readAtom(text: string) {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(text, 'application/xml')
  const root = document.documentElement!
  expect([root.localName, root.namespaceURI]).toEqual(['feed', ATOM])
  const entries = childrenOf(root, 'entry').map((entry) => {
    const [content] = childrenOf(entry, 'content')
    expect(content?.getAttribute('type')).toBe('html')
    return { ...read(entry), published: textOf(entry, 'published'), html: content?.textContent ?? '' }
  })
  const feed = { ...read(root), language: root.getAttribute('xml:lang'), entries }
  // with an author, the entries need none
  expect(feed.author).toBeTruthy()
  expect(feed.self).toBeTruthy()
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  return feed
}
