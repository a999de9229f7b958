import { ok, type Result } from '@tegenzet/common'
import { type Game, LANGUAGES, type Language, type MatchSummary, type Player } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatOutcomeReason } from '@tegenzet/texts/format-outcome-reason'
import { formatPoints } from '@tegenzet/texts/format-points'
import * as m from '@tegenzet/texts/messages'
import { findPerson } from '../../accounts/players/find-person.ts'
import { clubNotFound, readClub } from '../../competition/clubs/club-store.ts'
import { listClubAnnouncements } from '../../competition/clubs/list-club-parts.ts'
import { listMatches } from '../../competition/matches/list-matches.ts'
import { listTournaments } from '../../competition/tournaments/list-tournaments.ts'
import { listNews } from '../../moderation/news/list-news.ts'
import { listGames } from '../../play/reading/list-games.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import type { Feed, FeedEntry } from './write-atom.ts'

const ENTRIES = 20
const NEWEST = { limit: ENTRIES, cursor: undefined }

type FeedResult = Promise<Result<Feed, Refusal>>

/** The news of the site. What does not exist in the language comes in another, as on the page. */
export async function newsFeed(db: Db, language: Language, siteName: string): FeedResult {
  const news = await listNews(db, NEWEST)
  if (!news.ok) return news
  const entries = news.value.items.map(({ id, texts, createdAt }) => {
    const found = [language, 'en' as const, ...LANGUAGES].find((each) => texts[each])
    const { title, text } = existing(found && texts[found])
    return { id: `/news/${id}`, title, page: '/news', at: new Date(createdAt), text }
  })
  const title = `${m.news_title({}, { locale: language })} · ${siteName}`
  return ok({ path: `/feeds/news.${language}`, page: '/news', title, author: siteName, language, entries })
}

/** The games that a player has finished. */
export async function playerFeed(
  db: Db,
  { username, language, at }: { username: string; language: Language; at: Date },
): FeedResult {
  const found = await findPerson(db, username)
  if (!found.ok) return found
  const { id, username: name } = found.value
  const filters = { player: name, status: 'finished', guests: true, sort: '-updatedAt' } as const
  const games = await listGames(db, { ...NEWEST, ...filters }, null, at)
  if (!games.ok) return games
  const title = m.feeds_player_title({ name }, { locale: language })
  return ok({
    path: `/feeds/players/${name}`,
    id: `/players/${id}/games`,
    page: `/players/${name}`,
    title,
    author: name,
    language,
    entries: games.value.items.map((game) => finishedGame(game, language)),
  })
}

function finishedGame({ id, white, black, outcome, ...game }: Game, language: Language): FeedEntry {
  const { winner, reason } = existing(outcome)
  const score = { white: '1–0', black: '0–1', none: '½–½' }[winner ?? 'none']
  const rules = ruleSet(game.rules, game.rulesRevision).names[language]
  return {
    id: `/games/${id}`,
    title: `${nameOf(white, language)} – ${nameOf(black, language)} ${score}`,
    page: `/games/${id}`,
    at: new Date(existing(game.endedAt)),
    text: `${rules}, ${formatOutcomeReason(reason, language)}`,
  }
}

/** What organisers announce, matches and their results, and tournaments of a club, in its language. */
export async function clubFeed(
  db: Db,
  slug: string,
  shows: { matches: boolean; tournaments: boolean },
): FeedResult {
  const club = await readClub(db, slug)
  if (!club) return clubNotFound(slug)
  const { language, name, createdAt } = club
  const locale = { locale: language }
  const page = `/clubs/${slug}`
  const announcements = await listClubAnnouncements(db, slug, NEWEST)
  if (!announcements.ok) return announcements
  const entries: FeedEntry[] = announcements.value.items.map(({ id, by, text, createdAt }) => {
    const author = nameOf(by, language)
    const title = m.feeds_announcement({ name: author }, locale)
    return { id: `${page}/announcements/${id}`, title, page, at: new Date(createdAt), author, text }
  })
  if (shows.matches) {
    const matches = await listMatches(db, { ...NEWEST, club: slug, state: undefined })
    if (!matches.ok) return matches
    entries.push(...matches.value.items.flatMap((match) => matchEntries(match, language)))
  }
  if (shows.tournaments) {
    const tournaments = await listTournaments(db, { ...NEWEST, club: slug }, null)
    if (!tournaments.ok) return tournaments
    entries.push(
      ...tournaments.value.items.map(({ id, name, description, rules, createdAt }) => ({
        id: `/tournaments/${id}`,
        title: m.feeds_tournament({ name }, locale),
        page: `/tournaments/${id}`,
        at: new Date(createdAt),
        text: [ruleSet(rules).names[language], description].join('\n\n').trim(),
      })),
    )
  }
  const newest = entries.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, ENTRIES)
  return ok({
    path: `/feeds/clubs/${slug}`,
    page,
    title: name,
    author: name,
    language,
    entries: newest,
    since: createdAt,
  })
}

/** A match is announced when both clubs have agreed to it. */
const ANNOUNCED: readonly MatchSummary['state'][] = ['open', 'running', 'finished']

function matchEntries(match: MatchSummary, language: Language): FeedEntry[] {
  const { id, state, clubNames, score, rules, createdAt, endedAt } = match
  if (!ANNOUNCED.includes(state)) return []
  const [a = '', b = ''] = clubNames
  const page = `/matches/${id}`
  const text = ruleSet(rules).names[language]
  const title = m.feeds_match({ a, b }, { locale: language })
  const announced = { id: page, title, page, at: new Date(createdAt), text }
  if (state !== 'finished' || endedAt === null) return [announced]
  const points = { a, b, score: score.map(formatPoints).join('–') }
  const result = m.feeds_match_result(points, { locale: language })
  return [{ id: `${page}/result`, title: result, page, at: new Date(endedAt), text }, announced]
}

const nameOf = ({ kind, username }: Player, locale: Language): string =>
  kind === 'closed' ? m.calendar_event_closed_account({}, { locale }) : username
