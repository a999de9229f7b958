import { render, screen } from '@testing-library/svelte'
import decodeQR from 'qr/decode.js'
import { expect, it } from 'vitest'
import MemberSheet from './MemberSheet.svelte'

const members = Array.from({ length: 10 }, (_, n) => ({
  username: `kid${n}`,
  code: `7KQM-X4T${n}`,
  url: `https://mill-club.example/welcome#7KQM-X4T${n}`,
  language: (['nl', 'de', 'en', 'fr'] as const)[n % 4]!,
}))

/** What a camera reads: each dark square of the picture as eight by eight pixels. */
function scan(picture: Element): string {
  const modules = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const scale = 8
  const width = modules * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of picture
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = 4 * (row * width + Number(x) * scale)
      for (let at = from; at < from + 4 * scale; at += 4) data.fill(0, at, at + 3)
    }
  return decodeQR({ width, height: width, data })
}

it('has eight members on a page, each with the name, the code and a picture of the link', () => {
  const { container } = render(MemberSheet, { members, ondone: () => {} })
  expect(
    [...container.querySelectorAll('#member-codes > ul')].map(({ children }) => children.length),
  ).toEqual([8, 2])
  const cards = [...container.querySelectorAll('article')]
  for (const [n, { username, code, url }] of members.entries()) {
    expect(cards[n]!.textContent).toContain(username)
    expect(cards[n]!.textContent).toContain(code)
    expect(cards[n]!.textContent).toContain('mill-club.example\u200b/welcome')
    expect(scan(cards[n]!.querySelector('svg')!)).toBe(url)
  }
})

it('speaks to each member in their language', () => {
  const { container } = render(MemberSheet, { members: members.slice(0, 4), ondone: () => {} })
  const cards = [...container.querySelectorAll('article')]
  expect(cards.map(({ lang }) => lang)).toEqual(['nl', 'de', 'en', 'fr'])
  for (const [n, text] of ['Je naam', 'Dein Name', 'Your name', 'Votre nom'].entries())
    expect(cards[n]!.textContent).toContain(text)
  expect(screen.getByRole('heading', { name: '4 codes to hand out' })).toBe(document.activeElement)
})
