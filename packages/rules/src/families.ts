import type { Family } from './family.ts'
import { halma } from './halma/halma.ts'
import { mill } from './mill/mill.ts'
import type { FamilyName } from './rule-set.ts'

const FAMILIES: Record<FamilyName, Family> = { mill, halma }

export const family = (rules: { family: FamilyName }): Family => FAMILIES[rules.family]
