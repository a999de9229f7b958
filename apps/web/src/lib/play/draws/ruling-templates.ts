import type { Claim } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import type { Locale } from '$lib/i18n/locale.svelte.ts'
import { formatFinding, formatProvenBasis } from './format-claims.ts'

/** Templates for the reason of a ruling. */
export const RULING_TEMPLATES = ['uphold', 'reject', 'delay', 'unfounded'] as const
export type RulingTemplate = (typeof RULING_TEMPLATES)[number]

const NAMES: Record<RulingTemplate, () => string> = {
  uphold: m.draws_template_name_uphold,
  reject: m.draws_template_name_reject,
  delay: m.draws_template_name_delay,
  unfounded: m.draws_template_name_unfounded,
}
const TEXTS: Record<RulingTemplate, (inputs: { findings: string }, options: { locale: Locale }) => string> = {
  uphold: m.draws_template_uphold,
  reject: m.draws_template_reject,
  delay: m.draws_template_delay,
  unfounded: m.draws_template_unfounded,
}

/** The name of a template, in the admin's language. */
export const formatTemplateName = (text: RulingTemplate): string => NAMES[text]()

/** A template with the findings of a claim filled in, in each of the languages. */
export const fillRulingTemplate = (
  text: RulingTemplate,
  claim: Claim,
  languages: readonly Locale[],
): string =>
  languages
    .map((locale) => {
      const { holds, findings } = claim.evidence
      const found = holds
        ? formatProvenBasis(claim, locale)
        : findings.map((f) => formatFinding(f, locale)).join(' ')
      return TEXTS[text]({ findings: found }, { locale }).replaceAll(/ {2,}/g, ' ')
    })
    .join('\n')
