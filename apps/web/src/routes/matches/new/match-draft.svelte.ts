import type { Input } from '@tegenzet/client'
import type { Clock } from '@tegenzet/contract'
import { canBeProved, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { fromLocalDateTime, toLocalDateTime } from '$lib/i18n/local-date-time.ts'
import { deviceTimeZone, getTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { isOn, ruleSetForNewGame } from '$lib/site/features.ts'
import { isValid, validators } from '$lib/ui/validators.ts'

const DAY_MS = 86_400_000
const CLOSES_IN_DAYS = 7
const CLOSING_HOUR = 18
// The limits of the contract.
const MAX_BOARDS = 100
export const MAX_MESSAGE = 500

type Field = 'opponent' | 'boards' | 'lineupsCloseAt'

/** A proposal of a match as it is typed into the form. */
export class MatchDraft {
  readonly #zone = getTimeZone() ?? deviceTimeZone()
  club = $state('')
  /** A name, or the address of a page. */
  opponent = $state('')
  rules = $state<RuleSetId>(ruleSetForNewGame())
  clock = $state.raw<Clock>({ kind: 'per-move', days: 3 })
  rated = $state(isOn('ratings'))
  vacation = $state(true)
  provenDraws = $state(false)
  boards = $state('8')
  gamesPerBoard = $state<'1' | '2'>('1')
  closesAt = $state(
    `${toLocalDateTime(Date.now() + CLOSES_IN_DAYS * DAY_MS, this.#zone).slice(0, 10)}T${CLOSING_HOUR}:00`,
  )
  message = $state('')
  errors = $state.raw<Partial<Record<Field, string | undefined>>>({})

  constructor(club: string, opponent: string) {
    this.club = club
    this.opponent = opponent
  }

  get #boards(): number {
    return /^\d{1,3}$/.test(this.boards.trim()) ? Number(this.boards) : 0
  }

  /** When the line-ups close; null while that is no moment. */
  get closes(): Date | null {
    const instant = fromLocalDateTime(this.closesAt, this.#zone)
    return Number.isNaN(instant) ? null : new Date(instant)
  }

  /** Sets the errors of the fields. @returns whether there are none */
  validate(): boolean {
    this.errors = {
      opponent: validators.required(this.opponent.trim()),
      boards: this.#boards >= 1 && this.#boards <= MAX_BOARDS ? undefined : m.matches_boards_wrong(),
      lineupsCloseAt:
        fromLocalDateTime(this.closesAt, this.#zone) > Date.now() ? undefined : m.matches_close_wrong(),
    }
    return isValid(this.errors)
  }

  /** What the API takes; valid after `validate`. @param opponent the slug of the club that is meant */
  toBody(opponent: string): Input<'proposeMatch'>['body'] {
    const { club, rules, clock, rated, vacation } = this
    const message = this.message.trim()
    return {
      club,
      opponent,
      rules,
      clock,
      rated,
      vacation,
      provenDraws: this.provenDraws && canBeProved(ruleSet(rules)),
      boards: this.#boards,
      gamesPerBoard: this.gamesPerBoard === '1' ? 1 : 2,
      lineupsCloseAt: new Date(fromLocalDateTime(this.closesAt, this.#zone)).toISOString(),
      ...(message && { message }),
    }
  }
}
