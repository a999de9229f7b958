import { gameAnalysis } from '../game-analysis/examples.ts'
import { anna } from '../people/example-players.ts'
import type { Analysis, AnalysisSummary } from './schemas.ts'

const { tree } = gameAnalysis
const summary: AnalysisSummary = {
  id: 4711,
  owner: anna,
  title: 'The corner opening',
  rules: 'muehle',
  visibility: 'private',
  version: 3,
  bytes: 231,
  createdAt: '2026-11-22T19:41:00.000Z',
  updatedAt: '2026-11-23T12:00:00.000Z',
}
const analysis: Analysis = { ...summary, tree }

export const ANALYSES_EXAMPLES = {
  createAnalysis: { body: { title: summary.title, tree }, response: { analysis } },
  listAnalyses: {
    response: {
      items: [summary],
      nextCursor: null,
      usage: { analyses: 1, maxAnalyses: 2000, bytes: 18_231, maxBytes: 52_428_800 },
    },
  },
  getAnalysis: { response: { analysis } },
  saveAnalysis: {
    body: { title: summary.title, tree, version: 3 },
    response: { version: 4, analysis: { ...summary, version: 4 } },
  },
  shareAnalysis: {
    response: {
      url: 'https://tegenzet.example/analysis/4711#Wm3V0cYq1Zb7sXfJt5LwRd',
      key: 'Wm3V0cYq1Zb7sXfJt5LwRd',
    },
  },
}
