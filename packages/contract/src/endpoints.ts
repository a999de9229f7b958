import { ABOUT_ENDPOINTS } from './about/endpoints.ts'
import { ACCOUNT_ENDPOINTS } from './accounts/endpoints.ts'
import { ANALYSES_ENDPOINTS } from './analyses/endpoints.ts'
import { BOT_ENDPOINTS } from './bots/endpoints.ts'
import { CALENDAR_ENDPOINTS } from './calendar/endpoints.ts'
import { CHALLENGE_ENDPOINTS } from './challenges/endpoints.ts'
import { CHANNEL_ENDPOINTS } from './channels/endpoints.ts'
import { CLAIM_ENDPOINTS } from './claims/endpoints.ts'
import { CLUB_ENDPOINTS } from './clubs/endpoints.ts'
import { CONDITIONAL_MOVES_ENDPOINTS } from './conditional-moves/endpoints.ts'
import { CONTENT_REPORT_ENDPOINTS } from './content-reports/endpoints.ts'
import { DRAW_OFFER_ENDPOINTS } from './draw-offers/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { EXPLORER_ENDPOINTS } from './explorer/endpoints.ts'
import { EXPORT_ENDPOINTS } from './exports/endpoints.ts'
import { FACTOR_ENDPOINTS } from './factors/endpoints.ts'
import { FEED_ENDPOINTS } from './feeds/endpoints.ts'
import { GAME_ANALYSIS_ENDPOINTS } from './game-analysis/endpoints.ts'
import { GAME_ENDPOINTS } from './games/endpoints.ts'
import { IDENTITY_ENDPOINTS } from './identities/endpoints.ts'
import { LADDER_ENDPOINTS } from './ladders/endpoints.ts'
import { LEAGUE_ENDPOINTS } from './leagues/endpoints.ts'
import { EVENT_ENDPOINTS } from './live/endpoints.ts'
import { MAIL_ENDPOINTS } from './mails/endpoints.ts'
import { MATCH_ENDPOINTS } from './matches/endpoints.ts'
import { MEMBER_ENDPOINTS } from './members/endpoints.ts'
import { MESSAGE_ENDPOINTS } from './messages/endpoints.ts'
import { NEWS_ENDPOINTS } from './news/endpoints.ts'
import { NOTE_ENDPOINTS } from './notes/endpoints.ts'
import { NOTIFICATION_ENDPOINTS } from './notifications/endpoints.ts'
import { OAUTH_ENDPOINTS } from './oauth/endpoints.ts'
import type { OperationId } from './operations.ts'
import { PEOPLE_ENDPOINTS } from './people/endpoints.ts'
import { PRIVACY_ENDPOINTS } from './privacy/endpoints.ts'
import { PUSH_ENDPOINTS } from './push/endpoints.ts'
import { PUZZLE_ENDPOINTS } from './puzzles/endpoints.ts'
import { RATING_ENDPOINTS } from './ratings/endpoints.ts'
import { REMINDER_ENDPOINTS } from './reminders/endpoints.ts'
import { REPORT_ENDPOINTS } from './reports/endpoints.ts'
import { RULE_SET_ENDPOINTS } from './rule-sets/endpoints.ts'
import { SANCTION_ENDPOINTS } from './sanctions/endpoints.ts'
import { SECURITY_ENDPOINTS } from './security/endpoints.ts'
import { SITE_INVITATION_ENDPOINTS } from './site-invitations/endpoints.ts'
import { STAFF_ENDPOINTS } from './staff/endpoints.ts'
import { TABLE_ENDPOINTS } from './tables/endpoints.ts'
import { TOURNAMENT_ENDPOINTS } from './tournaments/endpoints.ts'
import { VACATION_ENDPOINTS } from './vacations/endpoints.ts'
import { WEBHOOK_ENDPOINTS } from './webhooks/endpoints.ts'

/** Every endpoint of the API. The server serves them, the OpenAPI document and the client types are derived from them. */
export const ENDPOINTS = {
  ...ABOUT_ENDPOINTS,
  ...NEWS_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...SITE_INVITATION_ENDPOINTS,
  ...SECURITY_ENDPOINTS,
  ...FACTOR_ENDPOINTS,
  ...PRIVACY_ENDPOINTS,
  ...VACATION_ENDPOINTS,
  ...RULE_SET_ENDPOINTS,
  ...TABLE_ENDPOINTS,
  ...CHALLENGE_ENDPOINTS,
  ...CALENDAR_ENDPOINTS,
  ...FEED_ENDPOINTS,
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
  ...CHANNEL_ENDPOINTS,
  ...STAFF_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...IDENTITY_ENDPOINTS,
  ...SANCTION_ENDPOINTS,
  ...MAIL_ENDPOINTS,
  ...EVENT_ENDPOINTS,
} satisfies { [Id in OperationId]: Endpoint & { operationId: Id } }

export type Endpoints = typeof ENDPOINTS
