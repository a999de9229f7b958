import type { Language, RuleSet } from '../src/index.ts'
import { type ByFamily, byFamily, decodePosition, moveNumber, startPosition } from '../src/index.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { FamilyText } from './family-text.ts'
import { fr } from './fr.ts'
import { halmaText } from './halma.ts'
import { millText } from './mill.ts'
import { nl } from './nl.ts'
import type { Phrases } from './phrases.ts'
import { type RuleSection, section, sentences } from './sections.ts'

export { SECTION_IDS, type SectionId } from './phrases.ts'
export type { RuleSection } from './sections.ts'

const LANGUAGES: Record<Language, Phrases> = { nl, de, en, fr }

export const FAMILY_TEXTS: ByFamily<(p: Phrases) => FamilyText> = {
  mill: (rules) => (p) => millText(rules, p),
  halma: (rules) => (p) => halmaText(rules, p),
}

/**
 * The rules of a game explained to its players. The text is composed from the rule set's options, so a new rule set of
 * a known family needs no new text.
 */
export function ruleTexts(rules: RuleSet, language: Language): RuleSection[] {
  const p = LANGUAGES[language]
  const { body, quiet, notation } = byFamily(rules, FAMILY_TEXTS)(p)
  return [
    ...body,
    section(p, 'draws', ...drawParagraphs(rules, quiet, p)),
    section(p, 'time', p.time, p.leaving),
    section(
      p,
      'notation',
      sentences(notation.points, notation.moves),
      sentences(p.numbering, p.record(numbered(rules.exampleGame.split(' ')))),
      notation.position,
    ),
  ]
}

/** @param quietText when quiet moves draw the game */
function drawParagraphs(rules: RuleSet, quietText: string | null, p: Phrases): (string | false)[] {
  const { repetition, quiet, policy, earliestPly } = rules.draws
  const way = (how: 'claimed' | 'automatic') => (how === 'automatic' ? p.draws.automatic : false)
  const { hands } = decodePosition(rules, startPosition(rules))
  const claimed = repetition === 'claimed' || quiet === 'claimed'
  return [
    p.draws.agreement,
    sentences(
      p.draws.repetition(hands !== null),
      earliestPly > 0 && p.draws.earliest(moveNumber(earliestPly)),
      way(repetition),
    ),
    quiet !== null && quietText !== null && sentences(quietText, way(quiet)),
    repetition === 'automatic' && quiet === 'automatic' && p.draws.repetitionFirst,
    claimed && sentences(p.draws.claimed, p.draws.evidence(repetition === 'claimed', quiet === 'claimed')),
    claimed && policy === 'before-moving' && p.draws.beforeMoving,
    claimed && policy === 'after-declined-offer' && p.draws.afterDeclinedOffer,
    claimed && sentences(p.draws.frozen, p.draws.unruled),
  ]
}

/** `1. d6 f4 2. b6 …` */
const numbered = (moves: readonly string[]): string =>
  `${moves.map((move, i) => (i % 2 === 0 ? `${moveNumber(i + 1)}. ${move}` : move)).join(' ')} …`
