import type { Phrases, SectionId } from './phrases.ts'

/** A section of a rules text; `id` is the same in every language. */
export interface RuleSection {
  id: SectionId
  title: string
  paragraphs: string[]
}

export const section = (p: Phrases, id: SectionId, ...paragraphs: (string | false)[]): RuleSection => ({
  id,
  title: p.titles[id],
  paragraphs: paragraphs.filter((text): text is string => Boolean(text)),
})

export const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ')

export const inWords = (n: number, p: Phrases): string => p.numbers[n] ?? String(n)
