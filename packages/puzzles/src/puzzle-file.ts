import { isRuleSetId, type Move, type Position } from '@tegenzet/rules'
import { PUZZLE_THEMES, type PuzzleTheme } from '../themes/puzzle-themes.ts'
import type { Puzzle } from './puzzle.ts'

/** The columns of the file with composed puzzles, separated by tabs. */
const COLUMNS = 8

/** Writes composed puzzles, a line each. */
export const writePuzzles = (puzzles: readonly Puzzle[]): string =>
  puzzles
    .map(({ id, rules, position, value, plies, themes, rating, solution }) =>
      [id, rules, position, value, plies ?? '', themes.join(' '), rating, solution.join(' ')].join('\t'),
    )
    .join('\n')
    .concat('\n')

/**
 * Reads what `writePuzzles` has written. Moves are not checked.
 * @throws SyntaxError for any other text
 */
export const readPuzzles = (text: string): Puzzle[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(readPuzzle)

function readPuzzle(line: string): Puzzle {
  const cells = line.split('\t')
  const [id = '', rules = '', position, value, plies, themes = '', rating, solution = ''] = cells
  if (cells.length !== COLUMNS || !isRuleSetId(rules) || (value !== 'win' && value !== 'draw'))
    throw new SyntaxError(`not a puzzle: ${line}`)
  return {
    id,
    rules,
    position: position as Position,
    value,
    solution: solution.split(' ') as Move[],
    plies: plies === '' ? null : Number(plies),
    themes: themes.split(' ').filter(isTheme),
    source: { kind: 'composed' },
    rating: Number(rating),
  }
}

const isTheme = (text: string): text is PuzzleTheme => PUZZLE_THEMES.some((theme) => theme === text)
