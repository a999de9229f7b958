import { readFileSync } from 'node:fs'
import { type Puzzle, readPuzzles } from '../src/index.ts'

/** The composed puzzles in the file that ships with the project, by id. */
export const loadPuzzles = (path: string): Puzzle[] => readPuzzles(readFileSync(path, 'utf8'))
