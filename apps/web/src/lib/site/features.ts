import { isPageOn, isReadable, type OptionalFeature } from '@tegenzet/contract/features'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { embeddedAbout } from '$lib/api/embedded-answers.ts'
import { about } from './about.ts'

/** What the host has switched on. Until the server has answered, and in answers kept from earlier releases: everything. */
function switches() {
  const known = aboutSite()
  return known?.ending ? known : null
}

const aboutSite = () => about.current ?? embeddedAbout()

/** Whether the server has said what is on, or cannot. Parts that call it as soon as they are shown wait for this. Reactive. */
export const isKnown = (): boolean => about.current !== null || about.error !== null

/** Whether something of a feature can begin. Reactive. */
export const isOn = (feature: OptionalFeature): boolean => switches()?.features.includes(feature) ?? true

/** Whether something of a feature can be read: it is on, or has not ended. Reactive. */
export function canRead(feature: OptionalFeature): boolean {
  const known = switches()
  return !known || isReadable(known, feature)
}

/** Whether the site has the page that a link leads to. Reactive. */
export function hasPage(href: string): boolean {
  const known = switches()
  const path = href
    .replace(/[?#].*/s, '')
    .replace(/^\/(nl|de|en|fr)(?=\/|$)/, '')
    .replace(/(?<=.)\/$/, '')
  return !known || isPageOn(known, path)
}

/** The rule sets that new games may use, in the host's order. Reactive. */
export const newGameRules = (): readonly RuleSetId[] => aboutSite()?.rules ?? RULE_SET_IDS

/** A rule set for a new game: this one if it may be used, else the first. */
export const ruleSetForNewGame = (wanted?: string | null): RuleSetId =>
  newGameRules().find((id) => id === wanted) ?? newGameRules()[0] ?? RULE_SET_IDS[0]
