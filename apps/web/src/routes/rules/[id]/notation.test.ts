import { RULE_SET_IDS, ruleSet, startPosition } from '@tegenzet/rules'
import { ruleTexts } from '@tegenzet/rules/texts'
import { describe, expect, it } from 'vitest'
import { pieces } from './notation.ts'

const notation = (text: string) =>
  pieces(text)
    .filter((piece) => piece.notation)
    .map((piece) => piece.text)

describe('the notation in a text', () => {
  it('consists of points, moves, captures and turns, without the prose around them', () => {
    expect(notation('From d6: d6-d5xa1, or i2-a10. 11w, then 100 stones a side; a1b is none.')).toEqual([
      'd6',
      'd6-d5xa1',
      'i2-a10',
      '11w',
    ])
    expect(notation('11w, 11b, 11z, 11s, 11bl, 11n')).toEqual(['11w', '11b', '11z', '11s', '11bl', '11n'])
  })

  it.each(RULE_SET_IDS)('has the start position of %s in one piece', (id) => {
    const rules = ruleSet(id)
    for (const language of ['en', 'nl', 'de', 'fr'] as const) {
      const text = ruleTexts(rules, language).at(-1)!.paragraphs.join(' ')
      expect(notation(text)).toContain(startPosition(rules))
      expect(
        pieces(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  })
})
