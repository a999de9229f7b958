import type { News } from './schemas.ts'

const news: News = {
  id: 3,
  texts: {
    en: {
      title: 'The winter tournament is open',
      text: 'Enter by Friday: https://play.example/tournaments/4',
    },
    de: {
      title: 'Das Winterturnier ist eröffnet',
      text: 'Meldet euch bis Freitag: https://play.example/tournaments/4',
    },
  },
  createdAt: '2026-11-21T10:00:00.000Z',
  changedAt: null,
}

export const NEWS_EXAMPLES = {
  listNews: { response: { items: [news], nextCursor: null } },
  publishNews: { body: { texts: news.texts }, response: news },
  changeNews: { body: { texts: news.texts }, response: news },
}
