import type { Language } from '@tegenzet/contract'
import type { Wordings } from './letters.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { fr } from './words/fr.ts'
import { nl } from './words/nl.ts'

export const WORDS: Record<Language, Wordings> = { nl, de, en, fr }
