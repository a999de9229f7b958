import { captureResets, type RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Goal, LessonId } from '$lib/families/teaching.ts'
import { teachingOf } from '$lib/families/teaching-of.ts'

const TASKS: Record<LessonId, (rules: RuleSet) => string> = {
  placing: () => m.lessons_task_placing(),
  mill: () => m.lessons_task_mill(),
  taking: () => m.lessons_task_taking(),
  moving: () => m.lessons_task_moving(),
  double: () => m.lessons_task_double(),
  flying: () => m.lessons_task_flying(),
  blocking: () => m.lessons_task_blocking(),
  optional: () => m.lessons_task_optional(),
  quiet: (rules) => (captureResets(rules) ? m.lessons_task_quiet_capture() : m.lessons_task_quiet_mill()),
  repetition: () => m.lessons_task_repetition(),
  step: () => m.lessons_task_step(),
  jump: () => m.lessons_task_jump(),
  chain: () => m.lessons_task_chain(),
  camp: (rules) => m.lessons_task_camp({ count: teachingOf(rules).clearingMoves }),
  arriving: () => m.lessons_task_arriving(),
}

const DRAWN = {
  automatic: m.lessons_done_draw_automatic,
  'before-moving': m.lessons_done_draw_before_moving,
  'after-declined-offer': m.lessons_done_draw_after_declined_offer,
} as const
const drawn = (rules: RuleSet) => DRAWN[rules.draws.policy ?? 'automatic']()

const RESULTS: Record<LessonId, (rules: RuleSet) => string> = {
  placing: () => m.lessons_done_placing(),
  mill: () => m.lessons_done_mill(),
  taking: () => m.lessons_done_taking(),
  moving: () => m.lessons_done_moving(),
  double: () => m.lessons_done_double(),
  flying: () => m.lessons_done_flying(),
  blocking: () => m.lessons_done_blocking(),
  optional: () => m.lessons_done_optional(),
  quiet: drawn,
  repetition: drawn,
  step: () => m.lessons_done_step(),
  jump: () => m.lessons_done_jump(),
  chain: () => m.lessons_done_chain(),
  camp: () => m.lessons_done_camp(),
  arriving: () => m.lessons_done_arriving(),
}

const WRONG: Record<Goal, (rules: RuleSet) => string> = {
  'closes-mill': () => m.lessons_wrong_closes_mill(),
  'stops-mill': () => m.lessons_wrong_stops_mill(),
  'opens-mill': () => m.lessons_wrong_opens_mill(),
  'takes-nothing': () => m.lessons_wrong_takes_nothing(),
  flies: () => m.lessons_wrong_flies(),
  wins: (rules) => teachingOf(rules).doesNotWin(),
  steps: () => m.lessons_wrong_steps(),
  jumps: () => m.lessons_wrong_jumps(),
  'jumps-twice': () => m.lessons_wrong_jumps_twice(),
  'leaves-camp': () => m.lessons_wrong_leaves_camp(),
  'empties-camp': () => m.lessons_wrong_empties_camp(),
  'third-time': () => m.lessons_wrong_third_time(),
  'quiet-limit': () => m.lessons_wrong_quiet_limit(),
}

/** Why a move does not solve a lesson, and what to do now. */
export const formatWrong = (rules: RuleSet, goal: Goal): string =>
  `${WRONG[goal](rules)} ${m.lessons_retry()}`

/** What a lesson asks for. */
export const formatTask = (rules: RuleSet, id: LessonId): string => TASKS[id](rules)

/** What the reader has learned by solving a lesson. */
export const formatResult = (rules: RuleSet, id: LessonId): string => RESULTS[id](rules)
