import { describe, expect, it } from 'vitest'
import { proposeUsername } from './propose-username.ts'

describe('a proposed username', () => {
  it.each([
    ['anna', 'anna'],
    ['Anna de Vries', 'Anna-de-Vries'],
    ['  J. O’Brien ', 'J-OBrien'],
    ['Zoë', 'Zoe'],
    ['zoë.van-dijk', 'zoe-van-dijk'],
    ['Łukasz', 'Lukasz'],
    ['Özlem', 'Ozlem'],
    ['Søren Weiß', 'Soren-Weiss'],
    ['Андрей', 'Andrey'],
    ['Νίκος', 'Nikos'],
    ['Vries,\tAnna', 'Vries-Anna'],
    ['Anna-Maria_2', 'Anna-Maria_2'],
  ])('for %s is %s', (name, username) => {
    expect(proposeUsername(name)).toBe(username)
  })

  it('spells umlauts as German does for a German name', () => {
    expect(proposeUsername('Jürgen Groß', 'de')).toBe('Juergen-Gross')
  })

  it('has at most twenty characters, and keeps the first and the last word', () => {
    expect(proposeUsername('Maximiliaan van den Berg')).toBe('Maximiliaan-den-Berg')
    expect(proposeUsername('Wilhelmina van der Heijden')).toBe('Wilhelmina-Heijden')
    expect(proposeUsername('Wolfeschlegelsteinhausen')).toBe('Wolfeschlegelsteinha')
    expect(proposeUsername('Wilhelmina Wolfeschlegel')).toBe('Wilhelmina-Wolfeschl')
  })

  it('has a number where it would be taken or too short', () => {
    const taken = new Set(['anna', 'anna2', 'wolfeschlegelsteinha'])
    const propose = (name: string) =>
      proposeUsername(name, undefined, (each) => taken.has(each.toLowerCase()))
    expect(propose('Anna')).toBe('Anna3')
    expect(propose('Wolfeschlegelsteinha')).toBe('Wolfeschlegelsteinh2')
    expect(propose('Bo')).toBe('Bo1')
    expect(propose('A')).toBe('A10')
  })

  it('is none for a name without such letters', () => {
    for (const name of ['', '???', '李', '- -']) expect(proposeUsername(name)).toBe(null)
  })
})
