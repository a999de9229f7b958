import { type Call, call, forMembers, type Opened, type Page } from './call.ts'

export const dailyPuzzle = () => call('getDailyPuzzle')
export const puzzleOf = (id: string) => call('getPuzzle', { params: { id } })
/** How the reader has done. */
export const ownPuzzles = () => call('listOwnPuzzles', { query: { limit: 10 } })

const calls = ({ account }: Opened): Call[] => (forMembers(account) ? [ownPuzzles()] : [])

export const puzzleOfTheDay = { subject: () => dailyPuzzle(), calls } satisfies Page
export const puzzle = { subject: ({ params }) => puzzleOf(params.id ?? ''), calls } satisfies Page
