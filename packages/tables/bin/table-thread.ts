import { parentPort } from 'node:worker_threads'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { placementsOf } from '@tegenzet/rules/mill'
import { checkValues, groupOf, type SetIndex, type SolvedSet, Solver } from '../src/index.ts'

/** The sets that threads work on, in memory that they share. */
export interface SharedSet {
  own: number
  enemy: number
  values: Uint8Array<SharedArrayBuffer>
}

/** Prepares a thread: the pair that it solves or checks, and the sets that captures lead to. */
export interface PairSetup {
  kind: 'pair'
  rules: RuleSetId
  pair: readonly [number, number]
  values: readonly [Uint8Array<SharedArrayBuffer>, Uint8Array<SharedArrayBuffer>]
  captured: SharedSet[]
}

/** A part of the work on a set: its positions `from` to `to`. */
export interface Part {
  kind: 'begin' | 'step' | 'check'
  set: SetIndex
  level: number
  from: number
  to: number
}

/** What a thread answers to each message. */
export interface PartDone {
  /** See `Solver.highest`. */
  highest: number
  /** `check`: the first position whose value is wrong. */
  wrong: number | null
}

let check: (part: Part) => number | null
let solver: Solver

parentPort!.on('message', (message: PairSetup | Part) => {
  let wrong: number | null = null
  if (message.kind === 'pair') prepare(message)
  else if (message.kind === 'begin') solver.begin(message.set, message.from, message.to)
  else if (message.kind === 'step') solver.step(message.set, message.level, message.from, message.to)
  else wrong = check(message)
  parentPort!.postMessage({ highest: solver.highest, wrong } satisfies PartDone)
})

function prepare({ rules: id, pair, values, captured }: PairSetup): void {
  const { rules } = groupOf(ruleSet(id))!
  const solved = captured.map(
    ({ own, enemy, values }): SolvedSet => ({ placements: placementsOf(rules, own, enemy), values }),
  )
  const setOf = (own: number, enemy: number): SolvedSet =>
    [...solver.sets, ...solved].find(({ placements: p }) => p.own === own && p.enemy === enemy)!
  solver = new Solver(
    rules,
    pair,
    values,
    (own, enemy) => solved.find(({ placements: p }) => p.own === own && p.enemy === enemy)!,
  )
  check = ({ set, from, to }) => checkValues(rules, solver.sets[set], setOf, from, to)
}
