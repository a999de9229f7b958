import type { Claim } from '@tegenzet/contract'
import type { Locale } from '$lib/i18n/locale.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { sayFinding, sayStanding } from './say-claims.ts'

/** Texts a ruling's reason can begin with. */
export const RULING_TEXTS = ['uphold', 'reject', 'delay', 'unfounded'] as const
export type RulingText = (typeof RULING_TEXTS)[number]

const NAMES: Record<RulingText, () => string> = {
  uphold: m.template_name_uphold,
  reject: m.template_name_reject,
  delay: m.template_name_delay,
  unfounded: m.template_name_unfounded,
}
const TEXTS: Record<RulingText, (inputs: { findings: string }, options: { locale: Locale }) => string> = {
  uphold: m.template_uphold,
  reject: m.template_reject,
  delay: m.template_delay,
  unfounded: m.template_unfounded,
}

/** What a text is about, in the admin's language. */
export const nameOfText = (text: RulingText): string => NAMES[text]()

/** A text for the players, in each of these languages, with what the rules have found. */
export const writeRuling = (text: RulingText, claim: Claim, languages: readonly Locale[]): string =>
  languages
    .map((locale) => {
      const { holds, findings } = claim.evidence
      const found = holds ? sayStanding(claim, locale) : findings.map((f) => sayFinding(f, locale)).join(' ')
      return TEXTS[text]({ findings: found }, { locale }).replaceAll(/ {2,}/g, ' ')
    })
    .join('\n')
