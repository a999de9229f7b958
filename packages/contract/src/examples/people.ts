import type { Block, Favourite, Relation } from '../people.ts'
import type { GivenWarning, Report, ReportReview } from '../reports.ts'
import * as show from './story.ts'

const bram = show.challenge.opponent!
const cato = show.warning.by
const { report, reported: said } = show
const createdAt = report.createdAt

const block: Block = { player: bram, createdAt }
const favourite: Favourite = {
  player: bram,
  createdAt: '2026-11-21T10:00:00.000Z',
  ready: false,
  challenges: [{ ...show.challenge, challenger: bram, opponent: null, colour: 'random' }],
  runningGames: 1,
}
const relation: Relation = { player: bram, favourite: false, blocked: true }

const reason = 'Be civil to each other.'
const at = '2026-11-23T09:00:00.000Z'
const upheld: Report = { ...report, state: 'upheld', verdict: { by: cato, reason, warned: true, at } }
const given: GivenWarning = {
  ...{ id: 4, player: bram, game: show.game.id, claim: null, report: report.id },
  ...{ by: cato, reason, at },
}
const queued = { report, mayRule: true, otherOpen: 0 }
const review: ReportReview = {
  ...queued,
  game: show.game,
  messages: [said],
  reporter: { language: 'nl', filed: 1, upheld: 0, dismissed: 0 },
  reported: { language: 'de', reports: [], warnings: [] },
}

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const PEOPLE_EXAMPLES = {
  listBlocks: { response: onePage(block) },
  block: { response: block },
  listFavourites: { response: onePage(favourite) },
  addFavourite: { response: favourite },
  getRelation: { response: relation },
  listAllWarnings: { response: onePage(given) },
  reportPlayer: {
    body: { reason: report.reason, text: report.text, message: said.id },
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
