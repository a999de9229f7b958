import type { PuzzleTheme } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'

/** The kind of puzzles that the reader has chosen; '' is any. Kept from one puzzle to the next. */
export const chosenKind = $state<{ rules: RuleSetId | ''; theme: PuzzleTheme | '' }>({ rules: '', theme: '' })
