import { MAX_NEW_MEMBERS } from '@tegenzet/contract/limits'
import { proposeUsername } from '@tegenzet/contract/propose-username'
import { m } from '@tegenzet/texts/messages'
import { validators } from '$lib/ui/validators.ts'

const LINE_END = /\r\n?|\n/

/** A name in a pasted list. */
export interface NameLine {
  /** From 1 on. */
  line: number
  username: string
}

export interface RefusedLine extends NameLine {
  why: string
  /** A username instead. */
  proposal?: string
}

/** The names of a list with one on each line. Empty lines count, so that numbers are those of the field. */
export const readNames = (text: string): NameLine[] =>
  text
    .split(LINE_END)
    .map((username, at) => ({ line: at + 1, username: username.trim() }))
    .filter(({ username }) => username !== '')

/** The names that cannot be used, with what the server would say. */
export function refusedLines(names: readonly NameLine[]): RefusedLine[] {
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const key = name.username.toLowerCase()
    const why = validators.username(name.username) ?? (seen.has(key) ? m.members_twice() : undefined)
    seen.add(key)
    return why === undefined ? [] : [{ ...name, why }]
  })
}

/** The names that the server refuses, because they are others' or reserved. */
export function takenLines(names: readonly NameLine[], taken: readonly string[]): RefusedLine[] {
  const keys = new Set(taken.map((username) => username.toLowerCase()))
  return names
    .filter(({ username }) => keys.has(username.toLowerCase()))
    .map((name) => ({ ...name, why: m.members_taken() }))
}

/** Proposes usernames instead, each of which is in the list only once. @param language of the names */
export function withProposals(
  lines: readonly RefusedLine[],
  names: readonly NameLine[],
  language: string,
): RefusedLine[] {
  const taken = new Set(names.map(({ username }) => username.toLowerCase()))
  return lines.map((line) => {
    const proposal = proposeUsername(line.username, language, (name) => taken.has(name.toLowerCase()))
    if (proposal === null) return line
    taken.add(proposal.toLowerCase())
    return { ...line, proposal }
  })
}

/** The text with the proposals in their lines. */
export function useProposals(text: string, lines: readonly RefusedLine[]): string {
  const texts = text.split(LINE_END)
  for (const { line, proposal } of lines) if (proposal !== undefined) texts[line - 1] = proposal
  return texts.join('\n')
}

/** What is wrong with the list as a whole. */
export const listError = (names: readonly NameLine[]): string | undefined => {
  if (names.length === 0) return m.account_field_required()
  return names.length > MAX_NEW_MEMBERS ? m.members_too_many({ count: names.length }) : undefined
}
