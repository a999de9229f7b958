import { describe, expect, it } from 'vitest'
import { nextPath, withNext } from './login-redirect.ts'

describe('nextPath', () => {
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

describe('withNext', () => {
  it('adds the current page', () => {
    const url = new URL('https://tegenzet.example/lobby/new?rules=halma')
    expect(withNext('/login', url)).toBe('/login?next=%2Flobby%2Fnew%3Frules%3Dhalma')
  })

  it('passes `next` on from the registration page', () => {
    const url = new URL('https://tegenzet.example/register?next=%2Fgames')
    expect(withNext('/login', url)).toBe('/login?next=%2Fgames')
  })

  it('keeps a fragment as one, for the login page only', () => {
    const url = new URL('https://tegenzet.example/clubs/mill-town#secret')
    expect(withNext('/login', url)).toBe('/login?next=%2Fclubs%2Fmill-town#secret')
    expect(withNext('/register', url)).toBe('/register?next=%2Fclubs%2Fmill-town')
    const invited = new URL('https://tegenzet.example/register?next=%2Fgames#invitation')
    expect(withNext('/login', invited)).toBe('/login?next=%2Fgames')
  })

  it('adds nothing on the home page', () => {
    expect(withNext('/login', new URL('https://tegenzet.example/'))).toBe('/login')
  })
})
