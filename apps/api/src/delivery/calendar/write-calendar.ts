import type { Language } from '@tegenzet/contract'
import { moveNumber, ruleSet } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { Config } from '../../config/config.ts'
import { competitionSuffix } from '../../play/game/competition-name.ts'
import type { GameToMove } from './games-to-move.ts'

interface CalendarContents {
  username: string
  language: Language
  games: readonly GameToMove[]
}

/** How often programs should fetch the calendar. */
const REFRESH_SECONDS = 60 * 60

/**
 * An iCalendar file (RFC 5545) with an event for each game, at its deadline. A game's event keeps its UID; its sequence
 * number is the game's version. Nothing depends on the current time, so that the same state gives the same file.
 */
export function writeCalendar(
  { username, language, games }: CalendarContents,
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
): string {
  const options = { locale: language }
  const calendar = ical({
    name: `${siteName}: ${username}`,
    prodId: { company: 'Tegenzet', product: 'Calendar', language: language.toUpperCase() },
    url: publicUrl,
    ttl: REFRESH_SECONDS,
  })
  for (const game of games) {
    const { id, version, ply, deadline, updatedAt } = game
    const address = `${publicUrl}/games/${id}`
    calendar.createEvent({
      id: `game-${id}@${new URL(publicUrl).hostname}`,
      sequence: version,
      start: deadline,
      stamp: updatedAt,
      lastModified: updatedAt,
      summary: summaryOf(game, language),
      description: `${m.calendar_event_description({ move: moveNumber(ply + 1) }, options)}\n${address}`,
      url: address,
      // a deadline does not block time
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/** What the player is to do in a game, in one line. */
export function summaryOf(game: GameToMove, locale: Language): string {
  const { rules, rulesRevision, opponent } = game
  const name =
    opponent.kind === 'closed' ? m.calendar_event_closed_account({}, { locale }) : opponent.username
  const names = { rules: ruleSet(rules, rulesRevision).names[locale], opponent: name }
  return m.calendar_event_summary(names, { locale }) + competitionSuffix(game, locale)
}
