import type { Endpoint } from './endpoint.ts'
import { ABOUT_ENDPOINTS } from './endpoints/about.ts'
import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts'
import { ANALYSES_ENDPOINTS } from './endpoints/analyses.ts'
import { BOT_ENDPOINTS } from './endpoints/bots.ts'
import { CALENDAR_ENDPOINTS } from './endpoints/calendar.ts'
import { CHALLENGE_ENDPOINTS } from './endpoints/challenges.ts'
import { CLAIM_ENDPOINTS } from './endpoints/claims.ts'
import { CLUB_ENDPOINTS } from './endpoints/clubs.ts'
import { CONDITIONAL_MOVES_ENDPOINTS } from './endpoints/conditional-moves.ts'
import { CONTENT_REPORT_ENDPOINTS } from './endpoints/content-reports.ts'
import { DRAW_OFFER_ENDPOINTS } from './endpoints/draw-offers.ts'
import { EVENT_ENDPOINTS } from './endpoints/events.ts'
import { EXPLORER_ENDPOINTS } from './endpoints/explorer.ts'
import { EXPORT_ENDPOINTS } from './endpoints/exports.ts'
import { FACTOR_ENDPOINTS } from './endpoints/factors.ts'
import { GAME_ANALYSIS_ENDPOINTS } from './endpoints/game-analysis.ts'
import { GAME_ENDPOINTS } from './endpoints/games.ts'
import { LADDER_ENDPOINTS } from './endpoints/ladders.ts'
import { LEAGUE_ENDPOINTS } from './endpoints/leagues.ts'
import { MAIL_ENDPOINTS } from './endpoints/mails.ts'
import { MATCH_ENDPOINTS } from './endpoints/matches.ts'
import { MESSAGE_ENDPOINTS } from './endpoints/messages.ts'
import { NEWS_ENDPOINTS } from './endpoints/news.ts'
import { NOTE_ENDPOINTS } from './endpoints/notes.ts'
import { NOTIFICATION_ENDPOINTS } from './endpoints/notifications.ts'
import { OAUTH_ENDPOINTS } from './endpoints/oauth.ts'
import { PEOPLE_ENDPOINTS } from './endpoints/people.ts'
import { PRIVACY_ENDPOINTS } from './endpoints/privacy.ts'
import { PUSH_ENDPOINTS } from './endpoints/push.ts'
import { PUZZLE_ENDPOINTS } from './endpoints/puzzles.ts'
import { RATING_ENDPOINTS } from './endpoints/ratings.ts'
import { REMINDER_ENDPOINTS } from './endpoints/reminders.ts'
import { REPORT_ENDPOINTS } from './endpoints/reports.ts'
import { RULE_SET_ENDPOINTS } from './endpoints/rule-sets.ts'
import { SANCTION_ENDPOINTS } from './endpoints/sanctions.ts'
import { SECURITY_ENDPOINTS } from './endpoints/security.ts'
import { STAFF_ENDPOINTS } from './endpoints/staff.ts'
import { TABLE_ENDPOINTS } from './endpoints/tables.ts'
import { TOURNAMENT_ENDPOINTS } from './endpoints/tournaments.ts'
import { VACATION_ENDPOINTS } from './endpoints/vacations.ts'
import { WEBHOOK_ENDPOINTS } from './endpoints/webhooks.ts'
import type { OperationId } from './operations.ts'

/** Every endpoint of the API. The server serves them, the OpenAPI document and the client types are derived from them. */
export const ENDPOINTS = {
  ...ABOUT_ENDPOINTS,
  ...NEWS_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...SECURITY_ENDPOINTS,
  ...FACTOR_ENDPOINTS,
  ...PRIVACY_ENDPOINTS,
  ...VACATION_ENDPOINTS,
  ...RULE_SET_ENDPOINTS,
  ...TABLE_ENDPOINTS,
  ...CHALLENGE_ENDPOINTS,
  ...CALENDAR_ENDPOINTS,
  ...BOT_ENDPOINTS,
  ...TOURNAMENT_ENDPOINTS,
  ...LADDER_ENDPOINTS,
  ...CLUB_ENDPOINTS,
  ...MATCH_ENDPOINTS,
  ...LEAGUE_ENDPOINTS,
  ...GAME_ENDPOINTS,
  ...DRAW_OFFER_ENDPOINTS,
  ...CLAIM_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...CONDITIONAL_MOVES_ENDPOINTS,
  ...GAME_ANALYSIS_ENDPOINTS,
  ...ANALYSES_ENDPOINTS,
  ...EXPLORER_ENDPOINTS,
  ...PUZZLE_ENDPOINTS,
  ...NOTE_ENDPOINTS,
  ...RATING_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...CONTENT_REPORT_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
  ...OAUTH_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...REMINDER_ENDPOINTS,
  ...PUSH_ENDPOINTS,
  ...STAFF_ENDPOINTS,
  ...SANCTION_ENDPOINTS,
  ...MAIL_ENDPOINTS,
  ...EVENT_ENDPOINTS,
} satisfies { [Id in OperationId]: Endpoint & { operationId: Id } }

export type Endpoints = typeof ENDPOINTS
