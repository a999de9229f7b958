import { call, type Page } from './call.ts'

export const dailyPuzzle = () => call('getDailyPuzzle')
export const puzzleOf = (id: string) => call('getPuzzle', { params: { id } })

export const puzzleOfTheDay = { subject: () => dailyPuzzle() } satisfies Page
export const puzzle = { subject: ({ params }) => puzzleOf(params.id ?? '') } satisfies Page
