import { type ByFamily, byFamily, type RuleSet } from '@tegenzet/rules'
import { halmaTeaching } from './halma-teaching.ts'
import { millTeaching } from './mill-teaching.ts'
import type { Teaching } from './teaching.ts'

export const TEACHING: ByFamily<Teaching> = { mill: millTeaching, halma: halmaTeaching }

export const teachingOf = (rules: RuleSet): Teaching => byFamily(rules, TEACHING)
