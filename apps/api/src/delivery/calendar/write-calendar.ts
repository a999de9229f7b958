import type { Language, Player } from '@tegenzet/contract'
import { moveNumber, ruleSet } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { Config } from '../../config/config.ts'
import { type Competition, competitionSuffix } from '../../play/game/competition-name.ts'

/** A game in which the calendar's owner is to move. */
export interface GameToMove extends Competition {
  id: number
  rulesRevision: number
  version: number
  ply: number
  deadline: Date
  updatedAt: Date
  opponent: Player
}

export interface CalendarContents {
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
    const { id, rules, rulesRevision, version, ply, deadline, updatedAt, opponent } = game
    const address = `${publicUrl}/games/${id}`
    const name = opponent.kind === 'closed' ? m.calendar_event_closed_account({}, options) : opponent.username
    calendar.createEvent({
      id: `game-${id}@${new URL(publicUrl).hostname}`,
      sequence: version,
      start: deadline,
      stamp: updatedAt,
      lastModified: updatedAt,
      summary:
        m.calendar_event_summary(
          { rules: ruleSet(rules, rulesRevision).names[language], opponent: name },
          options,
        ) + competitionSuffix(game, language),
      description: `${m.calendar_event_description({ move: moveNumber(ply + 1) }, options)}\n${address}`,
      url: address,
      // a deadline does not block time
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
