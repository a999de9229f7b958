import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  INITIAL_VACATION_DAYS,
  listVacationsQuery,
  MIN_VACATION_HOURS,
  takeVacationBody,
  vacationPage,
  vacationResponse,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Vacations' })

export const VACATION_ENDPOINTS = {
  listVacations: endpoint('listVacations', {
    summary: 'List your vacations',
    description: `Your vacation budget, the current vacation, planned vacations, and past vacations in pages. You start with ${INITIAL_VACATION_DAYS} days and earn the rest evenly from registration on, up to one year’s worth.`,
    access: 'account:read',
    guests: true,
    query: listVacationsQuery,
    responses: { 200: vacationPage },
  }),
  takeVacation: endpoint('takeVacation', {
    summary: 'Take or plan a vacation',
    description: `Stops your clock from now, or from a moment in the future, in every game with \`vacation: true\`. You may still move. The deadlines of all your running games are recalculated at once. A vacation lasts at least ${MIN_VACATION_HOURS} hours and at most as long as your budget at its start.

Fails with \`vacation-overlaps\` if you already have a vacation then, \`not-enough-vacation\` if your budget is too small, \`limit-reached\` if you have planned too many vacations, and \`little-time-left\` if you are to move in more than one game with less than an hour left. \`games\` lists them; send the call again with \`anyway\` to take the vacation nevertheless.`,
    access: 'account:write',
    body: takeVacationBody,
    responses: { 201: vacationResponse },
    errors: ['vacation-overlaps', 'little-time-left', 'not-enough-vacation', 'limit-reached'],
  }),
  endVacation: endpoint('endVacation', {
    summary: 'End or delete a vacation',
    description:
      'Ends the current vacation now and returns the unused rest to your budget, or deletes a planned one. Your clocks go on. Fails with `vacation-over` if the vacation has already ended. After `unavailable` the server is busy: try again.',
    access: 'account:write',
    params: idParams,
    responses: { 204: 'Ended or deleted' },
    errors: ['not-found', 'vacation-over', 'unavailable'],
  }),
}
