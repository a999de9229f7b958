import {
  byFamily,
  type MillRules,
  perRuleSet,
  RULE_SET_IDS,
  type RuleSet,
  type RuleSetId,
  ruleSet,
} from '@tegenzet/rules'
import { MIN_STONES } from '@tegenzet/rules/mill'
import { MILL_RULES } from './mill-rules.ts'

/** Rule sets that share their tables, because their endings differ only in draws. */
export interface TableGroup {
  /** The first of the rule sets. */
  readonly id: RuleSetId
  readonly members: readonly RuleSetId[]
  /** Those of the first rule set, or of the one asked for: they agree in what tables depend on. */
  readonly rules: MillRules
  readonly fingerprint: string
}

const FNV_OFFSET = 0xcbf29ce484222325n
const FNV_PRIME = 0x100000001b3n

/** Identifies what the values of a table depend on: 16 hexadecimal digits, FNV-1a of the rules' data. */
export function fingerprint({ board, flying, taking, revision }: MillRules): string {
  const points = board.points.map(({ name }) => name)
  const data = JSON.stringify([points, board.lines, board.mills, flying, taking, MIN_STONES, revision])
  let hash = FNV_OFFSET
  for (const byte of new TextEncoder().encode(data))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME)
  return hash.toString(16).padStart(16, '0')
}

/** The groups of rule sets that have tables, in the order of the registry. */
export const TABLE_GROUPS: readonly TableGroup[] = groups()

function groups(): TableGroup[] {
  const found = new Map<string, { id: RuleSetId; members: RuleSetId[]; rules: MillRules }>()
  for (const id of RULE_SET_IDS) {
    const rules = byFamily(ruleSet(id), MILL_RULES)
    if (!rules) continue
    const key = fingerprint(rules)
    const group = found.get(key)
    if (group) group.members.push(id)
    else found.set(key, { id, members: [id], rules })
  }
  return Array.from(found, ([print, group]) => ({ ...group, fingerprint: print }))
}

const known = perRuleSet((rules: RuleSet) => ({ group: groupOfMill(byFamily(rules, MILL_RULES)) }))

function groupOfMill(rules: MillRules | null): TableGroup | null {
  const group = rules && TABLE_GROUPS.find((group) => group.fingerprint === fingerprint(rules))
  return group ? { ...group, rules } : null
}

/** The group whose tables hold for these rules, with them as its `rules`; null if there is none. */
export const groupOf = (rules: RuleSet): TableGroup | null => known(rules).group
