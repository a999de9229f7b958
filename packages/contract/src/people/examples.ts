import { challenge } from '../challenges/examples.ts'
import { game } from '../games/examples.ts'
import { report, reportedMessage } from '../reports/examples.ts'
import type { GivenWarning, Report, ReportReview } from '../reports/schemas.ts'
import { bram, cato } from './example-players.ts'
import type { Block, Favourite, Relation } from './schemas.ts'
import type { Statistics } from './statistics.ts'

const createdAt = report.createdAt

const block: Block = { player: bram, createdAt }
const favourite: Favourite = {
  player: bram,
  createdAt: '2026-11-21T10:00:00.000Z',
  ready: false,
  challenges: [{ ...challenge, challenger: bram, opponent: null, colour: 'random' }],
  runningGames: 1,
}
const relation: Relation = {
  player: bram,
  favourite: false,
  blocked: true,
  score: { won: 5, lost: 4, drawn: 1 },
}

const reason = 'Please stay polite.'
const at = '2026-11-23T09:00:00.000Z'
const upheld: Report = { ...report, state: 'upheld', verdict: { by: cato, reason, warned: true, at } }
const warning: GivenWarning = {
  id: 4,
  player: bram,
  game: game.id,
  claim: null,
  report: report.id,
  by: cato,
  withdrawn: false,
  reason,
  at,
}
const queued = { report, mayRule: true, otherOpen: 0 }
const review: ReportReview = {
  ...queued,
  game: game,
  messages: [reportedMessage],
  reporter: { language: 'nl', filed: 1, upheld: 0, dismissed: 0 },
  reported: { language: 'de', reports: [], warnings: [] },
}

const statistics: Statistics = {
  results: [{ rules: 'molenspel', side: 'white', won: 12, lost: 7, drawn: 3 }],
  opponents: [{ player: bram, won: 5, lost: 4, drawn: 1 }],
  openings: [{ rules: 'molenspel', side: 'white', points: [{ point: 'd6', count: 18 }] }],
  activity: [{ day: '2026-11-23', moves: 4 }],
  trophies: [
    {
      kind: 'won',
      tournament: { id: 14, name: 'Club evening', rules: 'molenspel', league: null },
      at: createdAt,
    },
  ],
  longestOnTop: [{ rules: 'molenspel', days: 83, current: true }],
}

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const PEOPLE_EXAMPLES = {
  searchPlayers: { response: onePage(bram) },
  getStatistics: { response: statistics },
  listBlocks: { response: onePage(block) },
  block: { response: block },
  listFavourites: { response: onePage(favourite) },
  addFavourite: { response: favourite },
  getRelation: { response: relation },
  listAllWarnings: { response: onePage(warning) },
  reportPlayer: {
    body: { reason: report.reason, text: report.text, message: reportedMessage.id },
    response: report,
  },
  listReports: { response: onePage(report) },
  listReportQueue: { response: onePage(queued) },
  reviewReport: { response: review },
  ruleOnReport: {
    body: { verdict: 'upheld' as const, reason, warn: true },
    response: { report: upheld },
  },
}
