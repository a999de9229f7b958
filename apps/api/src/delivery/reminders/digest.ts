import type { Notification } from '@tegenzet/contract'
import { Prisma, type Transaction } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Block, Link } from '../../mail/layout.ts'
import { localMoment, NEWS_WORDS, type NewsLetter, rulesName, TOLD_KINDS, tellNotice } from '../mail/news.ts'
import { digestKey, digestTime, localTime } from './local-time.ts'
import { mailNews } from './mail-news.ts'
import { placeOf } from './place-of.ts'
import { quietHours, READER_COLUMNS, type Reader } from './reader.ts'

const HOUR_MS = 3_600_000
/** Games, and things that happened, that one mail shows. */
const MOST_LINES = 30

interface DigestReader extends Reader {
  digestAt: string
  digestDay: string | null
}

/**
 * Writes the daily mails whose time has come on their readers' clocks: once a local day, also where the clock is changed
 * or the server was away at the time; a day that is over is left out.
 * @returns how many
 */
export async function sendDigests(deps: Deps): Promise<number> {
  const now = deps.now()
  // the first day to come anywhere: whoever is done with it is done
  const lastDay = new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10)
  const readers = await deps.database.prisma.$queryRaw<DigestReader[]>`
    SELECT ${READER_COLUMNS}, a.digest_at AS "digestAt", a.digest_day::text AS "digestDay" FROM accounts a
    WHERE a.digest_at IS NOT NULL AND a.email_verified AND (a.digest_day IS NULL OR a.digest_day < ${lastDay}::date)
    ORDER BY a.id`
  let sent = 0
  for (const reader of readers) if (isTime(reader, now)) sent += await sendDigest(deps, reader, now)
  deps.reminded.digests += sent
  return sent
}

/** Where quiet hours cover its time it comes at their end. */
function isTime(reader: DigestReader, now: Date): boolean {
  const { day, time } = localTime(now, reader.timezone)
  return time >= digestTime(reader.digestAt, quietHours(reader)) && (reader.digestDay ?? '') < day
}

/** The day is done with in the transaction that writes the mail: of several processes one does both. */
function sendDigest(deps: Deps, reader: DigestReader, now: Date): Promise<number> {
  const { accountId, playerId, digestAt } = reader
  const { day } = localTime(now, reader.timezone)
  return deps.database.prisma.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<{ since: Date }[]>`
      SELECT digest_since AS since FROM accounts
      WHERE id = ${accountId} AND digest_at = ${digestAt} AND (digest_day IS NULL OR digest_day < ${day}::date)
      FOR UPDATE`
    if (!held) return 0
    await tx.$executeRaw`
      UPDATE accounts SET digest_day = ${day}::date, digest_since = ${now}::timestamptz WHERE id = ${accountId}`
    const games = await readWaiting(tx, playerId, now)
    const notices = await readNotices(tx, accountId, held.since, now)
    if (games.length + notices.length === 0) return 0
    return mailNews(tx, deps, reader, letterOf(reader, games, notices, deps.config.publicUrl), {
      key: digestKey(accountId, day),
      nextAt: now,
      expiresAt: new Date(now.getTime() + 20 * HOUR_MS),
    })
  })
}

interface WaitingGame {
  id: number
  rules: RuleSetId
  by: string
  deadline: Date
}

/** By deadline, from the indexes that serve the list of one's own games. */
const readWaiting = (tx: Transaction, playerId: number, now: Date) => tx.$queryRaw<WaitingGame[]>`
  SELECT g.id, g.rules, o.username AS by, g.deadline
  FROM games g JOIN players o ON o.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
  WHERE g.status = 'active' AND g.deadline > ${now}::timestamptz
    AND ((g.white_id = ${playerId} AND g.turn = 'white') OR (g.black_id = ${playerId} AND g.turn = 'black'))
  ORDER BY g.deadline, g.id`

type ToldNotice = Pick<Notification, 'kind' | 'params' | 'game'>

const readNotices = (tx: Transaction, accountId: number, since: Date, now: Date) => tx.$queryRaw<
  ToldNotice[]
>`
  SELECT kind, params, game_id AS game FROM notifications
  WHERE account_id = ${accountId} AND created_at >= ${since}::timestamptz AND created_at < ${now}::timestamptz
    AND kind IN (${Prisma.join(TOLD_KINDS)})
  ORDER BY id`

function letterOf(
  reader: Reader,
  games: readonly WaitingGame[],
  notices: readonly ToldNotice[],
  site: string,
): NewsLetter {
  const { language } = reader
  const words = NEWS_WORDS[language]
  const waiting = games.map(({ id, by, rules, deadline }) => ({
    label: words.game({ by, rules: rulesName(rules, language), deadline: localMoment(deadline, reader) }),
    address: `${site}/games/${id}`,
  }))
  const happened = notices.map((notice) => ({
    label: `${tellNotice(notice, reader)}.`,
    address: site + placeOf(notice, language).address,
  }))
  const list = (title: string, lines: readonly Link[]): Block[] =>
    lines.length === 0
      ? []
      : [
          title,
          { lines: lines.slice(0, MOST_LINES) },
          ...(lines.length > MOST_LINES ? [words.more(lines.length - MOST_LINES)] : []),
        ]
  return {
    kind: 'digest',
    subject: games.length > 0 ? words.gamesWait(games.length) : words.happened,
    blocks: [
      ...list(words.waiting, waiting),
      ...list(words.since, happened),
      { label: words.openGames, address: `${site}/games` },
    ],
  }
}
