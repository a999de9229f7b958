import { ruleSet as ruleSetOf } from '@tegenzet/rules'
import { newGame } from '../games/examples.ts'
import type { RuleSet } from './schemas.ts'

const molenspel = ruleSetOf('molenspel')

/** Shortened: three points, one mill and one text. */
export const ruleSet: RuleSet = {
  id: 'molenspel',
  revision: 1,
  family: 'mill',
  names: { ...molenspel.names },
  origin: 'Jijbent',
  board: {
    kind: 'mill',
    points: [
      { name: 'a7', x: 0, y: 6 },
      { name: 'd7', x: 3, y: 6 },
      { name: 'g7', x: 6, y: 6 },
    ],
    lines: [
      ['a7', 'd7'],
      ['d7', 'g7'],
    ],
    mills: [['a7', 'd7', 'g7']],
  },
  stones: 9,
  flying: true,
  movesWhilePlacing: false,
  taking: 'optional',
  quietReset: 'mill',
  draws: { repetition: 'claimed', quiet: 'claimed', policy: 'before-moving', earliestPly: 0 },
  startPosition: newGame.position,
  exampleGame: 'd6 f4 b6 a1 f6xa1',
  texts: {
    nl: [
      { id: 'aim', title: 'Doel van het spel', paragraphs: ['Maak molens: drie eigen stenen op een rij.'] },
    ],
    de: [
      {
        id: 'aim',
        title: 'Ziel des Spiels',
        paragraphs: ['Bilde Mühlen: drei eigene Steine in einer Reihe.'],
      },
    ],
    en: [{ id: 'aim', title: 'The aim', paragraphs: ['Form mills: three of your stones in a row.'] }],
    fr: [{ id: 'aim', title: 'But du jeu', paragraphs: ['Formez des moulins : trois pions alignés.'] }],
  },
}
