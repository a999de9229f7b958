import { endpointsOf } from '../endpoint.ts'
import {
  accountPuzzlesQuery,
  accountPuzzlesSchema,
  attemptPuzzleBody,
  nextPuzzleQuery,
  puzzleAttemptSchema,
  puzzleParams,
  puzzleResponse,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Puzzles', feature: 'puzzles' })

export const PUZZLE_ENDPOINTS = {
  getDailyPuzzle: endpoint('getDailyPuzzle', {
    summary: 'Get the puzzle of the day',
    description:
      'The same for everybody on a day in UTC. Without the solution. Fails with `game-running` if its position stands in a running game of yours, can arise from it within two plies, or leads to such a position.',
    access: 'reader',
    responses: { 200: puzzleResponse },
    errors: ['game-running'],
  }),
  getNextPuzzle: endpoint('getNextPuzzle', {
    summary: 'Get the next puzzle',
    description:
      'One that you have not finished, near your puzzle rating. It stays the next one until you finish it; with `rules` or `theme` you get another one only if it does not fit. When you have finished all of a kind, they come again, and no longer count. Visitors and guests get any. Positions of your running games are left out until these are over. Fails with `not-found` if there is no puzzle of this kind, and with `game-running` in the rare case that several in a row were left out.',
    access: 'reader',
    query: nextPuzzleQuery,
    responses: { 200: puzzleResponse },
    errors: ['game-running', 'not-found'],
  }),
  getPuzzle: endpoint('getPuzzle', {
    summary: 'Get a puzzle',
    description:
      'Without the solution. Fails with `game-running` if its position stands in a running game of yours, can arise from it within two plies, or leads to such a position.',
    access: 'reader',
    params: puzzleParams,
    responses: { 200: puzzleResponse },
    errors: ['game-running', 'not-found'],
  }),
  attemptPuzzle: endpoint('attemptPuzzle', {
    summary: 'Attempt a puzzle',
    description:
      'Send your own moves so far; after `go-on` play the reply and send them again with one more. Where several moves win equally fast, all are right. After `slower` send another move in place of the last one. `solved` and `failed` finish the attempt. The first finished attempt of an account changes its puzzle rating and that of the puzzle, as a game against the puzzle would; later ones, and those of visitors, guests and tokens without `analysis:write`, count for nothing. Fails with `game-running` if a position that the answer is about, or one a move later, stands in a running game of yours or can arise from it within two plies, and with `illegal-move` if a move is not legal.',
    access: 'reader',
    begins: true,
    params: puzzleParams,
    body: attemptPuzzleBody,
    responses: { 200: puzzleAttemptSchema },
    errors: ['game-running', 'not-found', 'illegal-move'],
  }),
  listOwnPuzzles: endpoint('listOwnPuzzles', {
    summary: 'List the puzzles that you have finished',
    description: 'With your puzzle rating and your streak.',
    access: 'account:read',
    query: accountPuzzlesQuery,
    responses: { 200: accountPuzzlesSchema },
  }),
}
