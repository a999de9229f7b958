import type { Language, StaffRole } from '@tegenzet/contract'
import { hasRole } from '@tegenzet/contract/roles'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import * as own from './account.ts'
import { analyses } from './analyses.ts'
import { rulesOfBoard } from './analysis.ts'
import { type Call, call, forMembers, forPlayers, type Opened, type Page } from './call.ts'
import { bots } from './challenges.ts'
import { club } from './club.ts'
import { clubs, ownClubs } from './clubs.ts'
import { game } from './game.ts'
import { home } from './home.ts'
import { ladder, rulesIn } from './ladder.ts'
import { leaderboards } from './leaderboards.ts'
import { allLeagues, league, leagues } from './leagues.ts'
import { lobby } from './lobby.ts'
import { match } from './match.ts'
import { myGames } from './my-games.ts'
import { allNews, news } from './news.ts'
import { player } from './player.ts'
import { players } from './players.ts'
import { puzzle, puzzleOfTheDay } from './puzzle.ts'
import { rulesOfGame } from './rules.ts'
import {
  accountReview,
  accountsFound,
  actsAbout,
  appealList,
  claimList,
  claimReview,
  noticeList,
  readQueue,
  reportList,
  reportReview,
} from './staff.ts'
import { tournament } from './tournament.ts'
import { tournaments } from './tournaments.ts'
import { watch } from './watch.ts'

export { rulesOfBoard } from './analysis.ts'
export type { Layout, Opened, Page, Shown } from './call.ts'
export { everyPage } from './every-page.ts'
export { welcome } from './home.ts'
export { pathOfCall } from './path-of-call.ts'

type Heading = NonNullable<Page['heading']>

/** A page of the account. */
const accountPage = (heading: Heading, ...calls: Call[]): Page => ({
  heading,
  layout: 'account',
  isFor: forMembers,
  calls: () => calls,
})

const staffPage = (role: StaffRole, heading: Heading, ...calls: Call[]): Page => ({
  heading,
  layout: 'wide',
  isFor: (account) => hasRole(account, role),
  calls: () => calls,
})

const card = (heading: Heading): Page => ({ heading, layout: 'card' })

/** A case, an account: what staff decides about. */
const review = (role: StaffRole, of: (params: Opened['params']) => Call): Page => ({
  isFor: (account) => hasRole(account, role),
  calls: ({ params }) => [of(params)],
})

/** A form for members with a verified address. */
const forOrganisers = (title: (inputs: object, options: { locale: Language }) => string): Page => ({
  heading: ({ account }, options) => (account?.emailVerified ? title({}, options) : null),
  layout: 'column link',
  isFor: forMembers,
})

/** What the pages start with, for every route of the client. A page's own components show the same heading and make the same calls. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': home,
  '/account': {
    ...accountPage(m.account_title, own.sanctions(), own.rulings(), own.ownAppeals(), own.warnings()),
    layout: 'account start',
    isFor: forPlayers,
  },
  '/account/apps': accountPage(m.account_nav_apps, own.ownApps()),
  '/account/apps/[id]': {
    ...accountPage(({ subject }) => subject.name),
    layout: 'account link',
    subject: ({ params, account }) => (forMembers(account) ? own.appOf(params.id ?? '') : null),
  },
  '/account/connected': accountPage(m.apps_connected_list, own.connectedApps()),
  '/account/data': accountPage(m.privacy_title, own.exportOfData()),
  '/account/invitations': accountPage(m.account_nav_invitations, own.siteInvitations()),
  '/account/people': {
    ...accountPage(m.people_title, own.favourites(), own.blocks(), own.ownReports(), own.ownAppeals()),
    isFor: forPlayers,
  },
  '/account/profile': accountPage(m.account_profile),
  '/account/programs': accountPage(m.account_nav_start),
  '/account/reminders': accountPage(
    m.reminders_title,
    own.reminders(),
    own.pushSubscriptions(),
    own.channels(),
    own.calendar(),
    own.turnFeed(),
  ),
  '/account/security': accountPage(
    m.security_title,
    own.factors(),
    own.identities(),
    own.sessions(),
    own.securityEvents(),
  ),
  '/account/time': { ...accountPage(m.time_title), isFor: forPlayers },
  '/account/tokens': accountPage(m.tokens_title, own.tokens()),
  '/account/vacation': accountPage(m.vacation_title, own.vacations()),
  '/account/webhooks': accountPage(m.account_nav_webhooks, own.webhooks()),
  '/account/webhooks/[id]': {
    ...accountPage(({ subject }) => own.webhookName(subject)),
    layout: 'account link',
    subject: ({ params, account }) => (forMembers(account) ? own.webhookOf(Number(params.id)) : null),
    calls: ({ params }) => [own.deliveriesTo(Number(params.id))],
  },
  '/admin': {
    ...staffPage('arbiter', m.admin_title),
    calls: ({ query }) => [claimList(readQueue(query))],
  },
  '/admin/accounts': staffPage('moderator', m.admin_accounts_title, accountsFound()),
  '/admin/accounts/[username]': review('moderator', ({ username = '' }) => accountReview(username)),
  '/admin/addresses': staffPage('admin', m.admin_addresses_title, call('listRoomyAddresses')),
  '/admin/appeals': staffPage('moderator', m.admin_appeals_title, appealList('open'), appealList('decided')),
  '/admin/claims/[id]': review('arbiter', ({ id }) => claimReview(Number(id))),
  '/admin/leagues': staffPage('admin', m.leagues_title, allLeagues()),
  '/admin/log': staffPage('admin', m.admin_log_title, actsAbout()),
  '/admin/mail': staffPage('admin', m.admin_mails_title, call('listMails')),
  '/admin/members': staffPage('manager', m.members_title),
  '/admin/news': staffPage('admin', m.news_title, allNews()),
  '/admin/notices': staffPage('moderator', m.admin_notices_title, noticeList('open'), noticeList('decided')),
  '/admin/ratings': staffPage('moderator', m.ratings_runs_title, call('listUnusualRuns')),
  '/admin/reports': {
    ...staffPage('moderator', m.reports_queue),
    calls: ({ query }) => [reportList(readQueue(query))],
  },
  '/admin/reports/[id]': review('moderator', ({ id }) => reportReview(Number(id))),
  '/admin/staff': staffPage('admin', m.admin_staff_roles, call('listStaff')),
  '/analysis': {
    // its title: on the page only screen readers have a heading
    heading: ({ query }, { locale }) =>
      m.analysis_default_title({ rules: ruleSet(rulesOfBoard(query)).names[locale] }, { locale }),
  },
  '/analysis/[id]': {},
  '/analysis/saved': { heading: m.analysis_open, layout: 'wide', ...analyses },
  '/analysis/set-up': { heading: m.analysis_set_up, layout: 'wide' },
  '/appeal': card(m.account_appeal_title),
  '/authorize': {},
  '/clubs': { heading: m.clubs_title, ...clubs },
  '/clubs/[id]': { heading: ({ subject }) => subject.name, layout: 'link', ...club },
  '/clubs/new': forOrganisers(m.clubs_found),
  '/forgot-password': card(m.account_forgot_title),
  '/games': { heading: m.ui_nav_games, layout: 'wide', ...myGames },
  '/games/[id]': game,
  '/invite': {},
  '/ladders/[rules]': {
    heading: (opened, options) => {
      const rules = rulesIn(opened)
      return rules && m.ladders_of({ rules: ruleSet(rules).names[options.locale] }, options)
    },
    layout: 'tabs',
    ...ladder,
  },
  '/leaderboards': { heading: m.ratings_board, ...leaderboards },
  '/leagues': { heading: m.leagues_title, layout: 'tabs', ...leagues },
  '/leagues/[rules]': {
    heading: (opened, options) => {
      const rules = rulesIn(opened)
      return rules && m.leagues_name({ rules: ruleSet(rules).names[options.locale] }, options)
    },
    layout: 'link',
    ...league,
  },
  '/lobby': { heading: m.ui_nav_lobby, layout: 'wide', ...lobby },
  '/lobby/new': {
    heading: ({ account }, options) =>
      (forMembers(account) ? m.lobby_challenge_new_title : m.lobby_new_game)({}, options),
    calls: ({ account }) => (forMembers(account) ? [] : [bots()]),
  },
  '/login': card(m.ui_log_in),
  '/login/continue': { calls: () => [call('getPendingOidc')] },
  '/matches/[id]': {
    heading: ({ subject }, options) => {
      const [a, b] = subject.clubNames
      return m.matches_title({ a, b }, options)
    },
    layout: 'link',
    ...match,
  },
  '/matches/new': { isFor: forMembers, calls: ({ account }) => (account ? [ownClubs(account)] : []) },
  '/news': { heading: m.news_title, ...news },
  '/not-me': card(m.account_not_me_title),
  '/notices': { heading: m.notifications_title, isFor: forPlayers },
  '/players': { heading: m.people_search_title, layout: 'wide', ...players },
  '/players/[username]': { heading: ({ subject }) => subject.username, layout: 'wide', ...player },
  '/puzzles': { heading: m.puzzles_daily, layout: 'wide beside', ...puzzleOfTheDay },
  '/puzzles/[id]': { heading: m.puzzles_title, layout: 'wide beside', ...puzzle },
  '/register': {
    heading: ({ about }, options) => (about?.registration === 'open' ? m.ui_register({}, options) : null),
    layout: 'card',
  },
  '/report-content': { heading: m.ui_footer_report_content },
  '/report-content/status': {},
  '/reset-password': card(m.account_forgot_title),
  '/rules': { heading: m.rules_title, layout: 'wide' },
  '/rules/[id]': {
    heading: ({ params }, { locale }) => ruleSet(params.id as RuleSetId).names[locale],
    layout: 'link',
    ...rulesOfGame,
  },
  '/tournaments': { heading: m.tournaments_title, layout: 'tabs', ...tournaments },
  '/tournaments/[id]': {
    heading: ({ subject }) => (subject.league ? null : subject.name),
    layout: 'link',
    ...tournament,
  },
  '/tournaments/new': {
    ...forOrganisers(m.tournaments_organise),
    calls: ({ account }) => (account?.emailVerified ? [ownClubs(account)] : []),
  },
  '/undo-deletion': card(m.privacy_undo_title),
  '/unsubscribe/[token]': card(m.reminders_unsubscribe_title),
  '/verify-email': card(m.account_verify_title),
  '/watch': { heading: m.games_watch_title, layout: 'wide', ...watch },
  '/welcome': {
    heading: ({ account, about }, options) =>
      about && !account ? m.welcome_site({ site: about.name }, options) : null,
    layout: 'card',
  },
}
