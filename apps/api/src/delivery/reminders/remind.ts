import type { Transaction } from '@tegenzet/db'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { catchUp } from '../../play/outages/heartbeat.ts'
import type { NewsLetter } from '../mail/news.ts'
import { localMoment, NEWS_WORDS, rulesName } from '../mail/news.ts'
import { announceAll, type Told, writeNotice } from '../notifications/write-notification.ts'
import { type Due, isToSend, readDue } from './due.ts'
import { mailNews } from './mail-news.ts'
import type { Reader } from './reader.ts'

/** Reminders read at once. */
const BATCH = 2000

/**
 * Reminds everybody of what is due by now. Any number of processes may do so at once: a row that is there once a game,
 * ply and reminder decides, in the transaction that writes notices and mail.
 * @returns how many games somebody was reminded of
 */
export async function remind(deps: Deps): Promise<number> {
  const now = deps.now()
  await catchUp(deps)
  let reminded = 0
  for (let after = 0; ; ) {
    const found = await readDue(deps.database.prisma, now, { after, limit: BATCH })
    const last = found.length < BATCH ? undefined : found.at(-1)!.accountId
    const readers = new Map<number, Due>()
    // of the last account there may be more than was read
    for (const due of found) if (due.accountId === last || isToSend(due, now)) readers.set(due.accountId, due)
    for (const reader of readers.values()) reminded += await remindReader(deps, reader, now)
    if (last === undefined) return reminded
    after = last
  }
}

async function remindReader(deps: Deps, { accountId, playerId }: Reader, now: Date): Promise<number> {
  const { told, games, mailed } = await deps.database.prisma.$transaction(async (tx) => {
    const due = (await readDue(tx, now, { accountId, playerId })).filter((each) => isToSend(each, now))
    const games = await claimTurns(tx, due, now)
    const told: Told[] = []
    for (const game of games) if (game.app) told.push(...(await writeNotice(tx, noticeOf(game, now))))
    const toMail = games.filter(({ mail }) => mail)
    const mailed = await mailReminder(tx, deps, toMail, now)
    return { told, games, mailed }
  })
  announceAll(deps, told)
  const { reminded } = deps
  reminded.app += told.length
  reminded.mail += mailed
  for (const { dueAt } of games) reminded.lagSeconds = Math.max(0, (now.getTime() - dueAt.getTime()) / 1000)
  return games.length
}

/**
 * Writes down that they come now. Of several that are due for a turn the nearest to the deadline tells of all.
 * @returns one a game, by every way that one of them asks for, the nearest deadline first
 */
async function claimTurns(tx: Transaction, due: readonly Due[], now: Date): Promise<Due[]> {
  if (due.length === 0) return []
  const claimed = await tx.$queryRaw<{ gameId: number; reminder: string }[]>`
    INSERT INTO sent_reminders (game_id, ply, reminder, created_at)
    VALUES ${Prisma.join(
      due.map(
        ({ gameId, ply, reminder }) => Prisma.sql`(${gameId}, ${ply}, ${reminder}, ${now}::timestamptz)`,
      ),
    )}
    ON CONFLICT DO NOTHING RETURNING game_id AS "gameId", reminder`
  const games = new Map<number, Due>()
  for (const each of due.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())) {
    if (!claimed.some(({ gameId, reminder }) => gameId === each.gameId && reminder === each.reminder))
      continue
    const earlier = games.get(each.gameId)
    games.set(each.gameId, {
      ...each,
      app: each.app || earlier?.app === true,
      mail: each.mail || earlier?.mail === true,
    })
  }
  return [...games.values()].sort((a, b) => a.deadline.getTime() - b.deadline.getTime())
}

const noticeOf = (
  { accountId, playerId, gameId, ply, reminder, by, rules, deadline }: Due,
  createdAt: Date,
) => ({
  ...{ accountId, playerId, kind: 'reminder' as const, game: gameId, createdAt },
  params: { by, rules, deadline: deadline.toISOString() },
  key: `reminder ${gameId} ${ply} ${reminder}`,
})

/** One mail of all games. */
async function mailReminder(tx: Transaction, deps: Deps, games: readonly Due[], now: Date): Promise<number> {
  const [first] = games
  if (!first) return 0
  const { gameId, ply, reminder, accountId } = first
  return mailNews(tx, deps, first, letterOf(first, games, deps.config.publicUrl), {
    key: `reminder:${accountId}:${gameId}:${ply}:${reminder}`,
    nextAt: now,
    expiresAt: games.at(-1)!.deadline,
    ...(games.length === 1 && { gameId, ply }),
  })
}

function letterOf(reader: Due, games: readonly Due[], site: string): NewsLetter {
  const { language } = reader
  const words = NEWS_WORDS[language]
  const lines = games.map(({ gameId, by, rules, deadline }) => ({
    label: words.game({ by, rules: rulesName(rules, language), deadline: localMoment(deadline, reader) }),
    address: `${site}/games/${gameId}`,
  }))
  return {
    kind: 'reminder',
    subject: games.length === 1 ? words.timeRunsOut(reader.by) : words.timesRunOut(games.length),
    blocks: [
      words.remember,
      { lines },
      games.length === 1
        ? { label: words.openGame, address: `${site}/games/${reader.gameId}` }
        : { label: words.openGames, address: `${site}/games` },
    ],
  }
}
