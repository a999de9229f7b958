import { type ByFamily, byFamily, type RuleSet } from '@tegenzet/rules'
import { halmaPlaying } from './halma-playing.ts'
import { millPlaying } from './mill-playing.ts'
import type { Playing } from './playing.ts'

export const PLAYING: ByFamily<Playing> = { mill: millPlaying, halma: halmaPlaying }

export const playingOf = (rules: RuleSet): Playing => byFamily(rules, PLAYING)
