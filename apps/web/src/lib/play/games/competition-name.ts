import type { Tournament } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatLeague } from '@tegenzet/texts/format-league'
import { m } from '@tegenzet/texts/messages'
import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { variantName } from '$lib/rules/variant.ts'

type Named = Pick<Tournament, 'name' | 'rules'> & {
  league?: Pick<NonNullable<Tournament['league']>, 'season' | 'division'> | null
}

/** Divisions of leagues have a name in English only. */
export const formatName = ({ name, rules, league }: Named): string =>
  league ? formatLeague({ rules: variantName(ruleSet(rules)), ...league }, getLocale()) : name

/** For places that name the rule set too: the name of a league would repeat it. */
export const formatShortName = ({ name, league }: Pick<Named, 'name' | 'league'>): string =>
  league
    ? [
        m.leagues_one(),
        m.leagues_season(league),
        m.leagues_division({ division: league.division ?? 1 }),
      ].join(' · ')
    : name
