import type { Language } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { formatLeague } from '@tegenzet/texts/format-league'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'

/** What names the competition of a game `g`, with `COMPETITION_JOIN`. */
export const COMPETITION_COLUMNS = Prisma.sql`g.ladder, t.name AS tournament, t.season, t.division`
export const COMPETITION_JOIN = Prisma.sql`LEFT JOIN tournaments t ON t.id = g.tournament_id`
export const competitionShape = {
  ladder: z.boolean(),
  tournament: z.string().nullable(),
  season: z.int().nullable(),
  division: z.int().nullable(),
}

export interface Competition extends z.output<z.ZodObject<typeof competitionShape>> {
  rules: RuleSetId
}

/** The name of the tournament, division or ladder of a game, with a separator before it; empty if it has none. */
export function competitionSuffix(
  { rules: id, ladder, tournament, season, division }: Competition,
  locale: Language,
): string {
  const rules = ruleSet(id).names[locale]
  const name = ladder
    ? m.ladders_of({ rules }, { locale })
    : season === null
      ? tournament
      : formatLeague({ rules, season, division }, locale)
  return name === null ? '' : ` · ${name}`
}
