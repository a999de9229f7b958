import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

interface LeagueName {
  /** The name of the rule set. */
  rules: string
  season: number
  /** null: the list of entries. */
  division: number | null
}

/** The name of a season, or of one of its divisions. */
export function formatLeague({ rules, season, division }: LeagueName, locale: Locale): string {
  const options = { locale }
  const parts = [m.leagues_name({ rules }, options), m.leagues_season({ season }, options)]
  return (division === null ? parts : [...parts, m.leagues_division({ division }, options)]).join(' · ')
}
