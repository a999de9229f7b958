import type { Bot, BotCharacter } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const CHARACTERS: Record<BotCharacter, () => string> = {
  novice: m.bots_character_novice,
  opportunist: m.bots_character_opportunist,
  guard: m.bots_character_guard,
  planner: m.bots_character_planner,
  master: m.bots_character_master,
}

/** One line on how a bot plays: in the reader's language for built-in bots, else as its owner wrote it. */
export const formatCharacter = ({ character, about }: Pick<Bot, 'character' | 'about'>): string | null =>
  (character && CHARACTERS[character]?.()) ?? about
