import { type ByFamily, byFamily, type RuleSet } from '@tegenzet/rules'
import type { Description } from './description.ts'
import { halmaDescription } from './halma-description.ts'
import { millDescription } from './mill-description.ts'

export const DESCRIPTIONS: ByFamily<Description> = { mill: millDescription, halma: halmaDescription }

export const descriptionOf = (rules: RuleSet): Description => byFamily(rules, DESCRIPTIONS)
