import { describe, expect, it } from 'vitest'
import { splitLinks } from './links.ts'

const links = (text: string) => splitLinks(text).filter(({ href }) => href)

describe('splitLinks', () => {
  it.each([
    ['https://example.org', 'https://example.org', 'https://example.org/'],
    ['Zie https://example.org/a?b=c&d#e.', 'https://example.org/a?b=c&d#e', 'https://example.org/a?b=c&d#e'],
    ['(https://example.org/x)', 'https://example.org/x', 'https://example.org/x'],
    ['https://nl.wikipedia.org/wiki/Molen_(spel)', 'https://nl.wikipedia.org/wiki/Molen_(spel)'],
    ['“HTTP://Example.org/Weg”!', 'HTTP://Example.org/Weg', 'http://example.org/Weg'],
    ['een\nhttp://127.0.0.1:8080/\ntwee', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ])('links the address in %j', (text, shown, href = shown) => {
    expect(links(text)).toEqual([{ text: shown, href }])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.org',
    'https://',
    'https://bank.example@evil.example/',
    'http://:pass@example.org',
    'see https://user@evil.example/path',
    'example.org',
  ])('does not link %j', (text) => {
    expect(splitLinks(text)).toEqual([{ text }])
  })

  it('keeps the text between several links', () => {
    expect(splitLinks('a https://b.example, c http://d.example')).toEqual([
      { text: 'a ' },
      { text: 'https://b.example', href: 'https://b.example/' },
      { text: ', c ' },
      { text: 'http://d.example', href: 'http://d.example/' },
    ])
  })

  it('ends a link before an invisible character that could reverse the text', () => {
    expect(links('https://example.org/\u202egro.live')).toEqual([
      { text: 'https://example.org/', href: 'https://example.org/' },
    ])
  })

  it('never changes a random text and links only http and https', () => {
    const bits = [
      'https://',
      'http:',
      '//',
      'a.example',
      ' ',
      '\n',
      '(',
      ')',
      '.',
      '@',
      ':',
      '"',
      '<',
      '[',
      ']',
      '%',
      '\u202e',
      'é',
    ]
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % n
    }
    for (let n = 0; n < 3000; n++) {
      const text = Array.from({ length: random(12) }, () => bits[random(bits.length)]).join('')
      const pieces = splitLinks(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const { href } of pieces)
        if (href)
          expect(new URL(href)).toMatchObject({ protocol: expect.stringMatching(/^https?:$/), username: '' })
    }
  })
})
