import type { Language } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { formatPoints } from '@tegenzet/texts/format-points'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import { POINTS } from '../../competition/clubs/club-store.ts'
import { readMatch } from '../../competition/matches/match-store.ts'
import { matchSummary } from '../../competition/matches/match-view.ts'
import { readTournament } from '../../competition/tournaments/tournament-store.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { localMoment, rulesName } from '../notification-mail/format-mailed-notification.ts'
import type { ClubSubject } from './club-news.ts'
import type { News } from './news.ts'

/** Who reads the channels of a club. */
interface ClubReader {
  language: Language
  /** The owner's. */
  timezone: string
}

/** Writes news of a club in its language. @returns null if it is no longer news */
export function readClubNews(db: Db, reader: ClubReader, subject: ClubSubject): Promise<News | null> {
  if ('tournament' in subject) return readNewTournament(db, reader, subject.tournament)
  return 'game' in subject ? readBoard(db, reader, subject) : readMatchNews(db, reader, subject)
}

async function readMatchNews(
  db: Db,
  reader: ClubReader,
  { match: id, change }: Extract<ClubSubject, { change: string }>,
): Promise<News | null> {
  const row = existing(await readMatch(db, id))
  const { clubNames, score, signedUp, rules } = matchSummary(row)
  const [a = '', b = ''] = clubNames
  const options = { locale: reader.language }
  const url = `/matches/${id}`
  if (change === 'finished')
    return {
      title: m.notifications_match_finished({ a, b, score: score.map(formatPoints).join('–') }, options),
      body: '',
      url,
    }
  if (change === 'cancelled')
    return { title: m.notifications_match_cancelled({ a, b }, options), body: '', url }
  if (row.state !== 'open') return null
  const closes = localMoment(row.lineupsCloseAt, reader)
  if (change === 'closing')
    return {
      title: m.channels_club_closing({ a, b }, options),
      body: m.channels_club_signed_up({ signedUp: signedUp.join('–'), closes }, options),
      url,
    }
  return {
    title: m.channels_club_match({ a, b, rules: rulesName(rules, reader.language) }, options),
    body: m.channels_club_sign_up({ closes }, options),
    url,
  }
}

const boardSchema = z.object({ a: z.string(), b: z.string(), score: z.number() })

/** A game of a match, from the side of A. */
async function readBoard(
  db: Db,
  { language }: ClubReader,
  { match: id, board, game }: Extract<ClubSubject, { game: number }>,
): Promise<News | null> {
  const { clubNames } = matchSummary(existing(await readMatch(db, id)))
  const [played] = await readRows(
    db,
    boardSchema,
    Prisma.sql`
      SELECT a.username AS a, b.username AS b, ${POINTS}::float8 AS score
      FROM games g JOIN match_players p ON p.match_id = g.match_id AND p.side = 'a' AND p.board = g.board
        JOIN players a ON a.id = p.player_id
        JOIN players b ON b.id = CASE WHEN g.white_id = a.id THEN g.black_id ELSE g.white_id END
      WHERE g.id = ${game} AND g.status = 'finished'`,
  )
  if (!played) return null
  const score = [played.score, 1 - played.score].map(formatPoints).join('–')
  return {
    title: m.channels_club_board(
      { match: clubNames.join(' – '), board, a: played.a, b: played.b, score },
      { locale: language },
    ),
    body: '',
    url: `/games/${game}`,
  }
}

async function readNewTournament(db: Db, reader: ClubReader, id: number): Promise<News | null> {
  const tournament = await readTournament(db, id)
  if (tournament?.state !== 'open') return null
  const { name, rules, startsAt } = tournament
  const options = { locale: reader.language }
  return {
    title: m.channels_club_tournament({ name, rules: rulesName(rules, reader.language) }, options),
    body: startsAt ? m.channels_club_starts({ starts: localMoment(startsAt, reader) }, options) : '',
    url: `/tournaments/${id}`,
  }
}
