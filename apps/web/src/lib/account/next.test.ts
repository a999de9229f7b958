import { describe, expect, it } from 'vitest'
import { nextPath, withNext } from './next.ts'

describe('the way on after logging in', () => {
  it.each([['/games'], ['/lobby/new?opponent=bram'], ['/rules/halma#draws']])('follows %s', (next) => {
    expect(nextPath(next, '/')).toBe(next)
  })

  it.each([
    [null],
    [''],
    ['games'],
    ['https://elsewhere.example/'],
    ['//elsewhere.example'],
    ['/\\elsewhere.example'],
    ['/\t/elsewhere.example'],
    ['/a/..//elsewhere.example'],
    ['javascript:alert(1)'],
    ['/login?next=/login'],
    ['/register'],
  ])('does not follow %j', (next) => {
    expect(nextPath(next, '/games')).toBe('/games')
  })
})

describe('the way to logging in', () => {
  it('carries the page one comes from', () => {
    const url = new URL('https://tegenzet.example/lobby/new?rules=halma')
    expect(withNext('/login', url)).toBe('/login?next=%2Flobby%2Fnew%3Frules%3Dhalma')
  })

  it('hands on what registering was given, so that one may change one’s mind', () => {
    const url = new URL('https://tegenzet.example/register?next=%2Fgames')
    expect(withNext('/login', url)).toBe('/login?next=%2Fgames')
  })

  it('carries nothing from the home page', () => {
    expect(withNext('/login', new URL('https://tegenzet.example/'))).toBe('/login')
  })
})
