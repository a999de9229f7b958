import type { Input } from '@tegenzet/client'
import type { Clock } from '@tegenzet/contract'
import { canBeProved, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { groupCount, groupSizes } from '@tegenzet/tournaments'
import { fromLocalDateTime, toLocalDateTime } from '$lib/i18n/local-date-time.ts'
import { deviceTimeZone, getTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { isOn, ruleSetForNewGame } from '$lib/site/features.ts'
import { isValid, validators } from '$lib/ui/validators.ts'
import { TEMPLATES, type Template } from './templates.ts'

const DAY_MS = 86_400_000
const START_HOUR = 18
// The limits of the contract.
export const MAX_NAME = 80
const MAX_DESCRIPTION = 2000
const MIN_PLAYERS = 3
const MAX_RATING = 5000

type Field = 'name' | 'description' | 'minEntrants' | 'maxEntrants' | 'startsAt' | 'ratingMin' | 'ratingMax'

const wholeNumber = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)
const ratingOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const isRating = (value = 0): boolean => value >= 0 && value <= MAX_RATING

/** The terms of a tournament as they are typed into the form. */
export class TournamentDraft {
  readonly #zone = getTimeZone() ?? deviceTimeZone()
  template = $state<Template>('club')
  name = $state('')
  description = $state('')
  rules = $state<RuleSetId>(ruleSetForNewGame())
  rated = $state(isOn('ratings'))
  vacation = $state(true)
  provenDraws = $state(false)
  kind = $state<'human' | 'bot'>('human')
  clock = $state.raw<Clock>(TEMPLATES.club.clock)
  who = $state<'open' | 'invite' | 'club'>('invite')
  /** The slug of the club whose members may enter, while `who` says so. */
  club = $state('')
  min = $state('4')
  max = $state('6')
  groupSize = $state(6)
  gamesPerPair = $state<'1' | '2'>('2')
  start = $state<'full' | 'date'>('full')
  startsAt = $state(this.#eveningIn(14))
  ratingMin = $state('')
  ratingMax = $state('')
  #advance = $state(2)
  errors = $state.raw<Partial<Record<Field, string | undefined>>>({})

  /** @param club a slug to begin with; empty: none */
  constructor(kind: 'human' | 'bot', club = '') {
    this.kind = kind
    this.club = club
    if (club) this.who = 'club'
  }

  readonly #players = $derived(wholeNumber(this.max))
  readonly groups = $derived(this.#players >= MIN_PLAYERS ? groupCount(this.#players, this.groupSize) : 1)
  /** How many can go on from a group at most. */
  readonly maxAdvance = $derived(Math.floor(this.groupSize / 2))
  /** How many games everybody has; empty while the number of players is not valid. */
  readonly summary = $derived.by(() => {
    if (!(this.#players >= MIN_PLAYERS)) return ''
    const { groups } = this
    const largest = groupSizes(this.#players, groups)[0] ?? 0
    const count = (largest - 1) * Number(this.gamesPerPair)
    return groups === 1 ? m.tournaments_summary_one({ count }) : m.tournaments_summary_many({ groups, count })
  })

  /** How many go on from each group. */
  get advance(): number {
    return Math.min(this.#advance, this.maxAdvance)
  }

  set advance(value: number) {
    this.#advance = value
  }

  apply(template: Template): void {
    const { startsInDays, ...terms } = TEMPLATES[template]
    this.template = template
    this.clock = terms.clock
    if (this.who !== 'club') this.who = terms.invite ? 'invite' : 'open'
    this.min = `${terms.min}`
    this.max = `${terms.max}`
    this.groupSize = terms.groupSize
    this.gamesPerPair = `${terms.gamesPerPair}`
    this.advance = terms.advance
    this.start = startsInDays === null ? 'full' : 'date'
    if (startsInDays !== null) this.startsAt = this.#eveningIn(startsInDays)
  }

  /** Sets the errors of the fields. @returns whether there are none */
  validate(): boolean {
    const name = this.name.trim()
    const [least, low, high] = [wholeNumber(this.min), ratingOf(this.ratingMin), ratingOf(this.ratingMax)]
    this.errors = {
      name: validators.required(name) ?? (name.length > MAX_NAME ? m.tournaments_name_long() : undefined),
      description: this.description.length > MAX_DESCRIPTION ? m.tournaments_description_long() : undefined,
      minEntrants: least >= MIN_PLAYERS ? undefined : m.tournaments_min_wrong(),
      maxEntrants: this.#players >= Math.max(MIN_PLAYERS, least || 0) ? undefined : m.tournaments_max_wrong(),
      startsAt: this.start === 'full' || this.#startsAt > Date.now() ? undefined : m.ui_past_moment(),
      ratingMin: isRating(low) ? undefined : m.tournaments_rating_wrong(),
      ratingMax: !isRating(high)
        ? m.tournaments_rating_wrong()
        : low !== undefined && high !== undefined && high < low
          ? m.tournaments_rating_order()
          : undefined,
    }
    return isValid(this.errors)
  }

  /** What the API takes; valid after `validate`. */
  toBody(): NonNullable<Input<'createTournament'>['body']> {
    const { rules, clock, rated, vacation, kind, groupSize, advance } = this
    return {
      name: this.name.trim(),
      description: this.description.trim(),
      rules,
      clock,
      rated,
      vacation,
      provenDraws: this.provenDraws && canBeProved(ruleSet(rules)),
      kind,
      groupSize,
      gamesPerPair: this.gamesPerPair === '1' ? 1 : 2,
      advance,
      minEntrants: wholeNumber(this.min),
      maxEntrants: this.#players,
      invite: this.who === 'invite',
      ...(this.who === 'club' && { club: this.club }),
      ratingMin: ratingOf(this.ratingMin),
      ratingMax: ratingOf(this.ratingMax),
      ...(this.start === 'date' && { startsAt: new Date(this.#startsAt).toISOString() }),
    }
  }

  get #startsAt(): number {
    return fromLocalDateTime(this.startsAt, this.#zone)
  }

  #eveningIn(days: number): string {
    return `${toLocalDateTime(Date.now() + days * DAY_MS, this.#zone).slice(0, 10)}T${START_HOUR}:00`
  }
}
