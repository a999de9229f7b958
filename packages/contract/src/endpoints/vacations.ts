import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  INITIAL_VACATION_DAYS,
  listVacationsQuery,
  MIN_VACATION_HOURS,
  takeVacationBody,
  vacationPage,
  vacationResponse,
} from '../vacations.ts'

/** Time away, in which one's clocks stand still. */
export const VACATION_ENDPOINTS = {
  listVacations: endpoint('listVacations', {
    tag: 'Vacations',
    summary: 'Your vacations',
    description: `How much vacation you have and how it grows, the one under way, what is planned, and page by page those that are over. You begin with ${INITIAL_VACATION_DAYS} days and earn the rest evenly from the day you registered; at most a year’s worth is kept.`,
    access: 'account:read',
    query: listVacationsQuery,
    responses: { 200: vacationPage },
    errors: [],
  }),
  takeVacation: endpoint('takeVacation', {
    tag: 'Vacations',
    summary: 'Take or plan a vacation',
    description: `From now, or from a moment in the future; at least ${MIN_VACATION_HOURS} hours, and no longer than what you will have by the moment it begins. Meanwhile your own clock stands still in every game with \`vacation: true\`, where you are to move or come to be; you may still move. The deadlines of all your running games take it into account at once. Where you are to move in more than one game with less than an hour to go, \`little-time-left\` names them: send it again with \`anyway\`.`,
    access: 'account:write',
    body: takeVacationBody,
    responses: { 201: vacationResponse },
    errors: ['vacation-overlaps', 'little-time-left', 'not-enough-vacation', 'limit-reached'],
  }),
  endVacation: endpoint('endVacation', {
    tag: 'Vacations',
    summary: 'End a vacation, or drop a planned one',
    description:
      'One under way ends now, and what is left of it is yours again; a planned one is dropped. Your clocks go on.',
    access: 'account:write',
    params: idParams,
    responses: { 204: 'Ended or dropped' },
    errors: ['not-found', 'vacation-over', 'unavailable'],
  }),
}
