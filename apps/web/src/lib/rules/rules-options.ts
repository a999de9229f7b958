import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { variantName } from './variant.ts'

/** Every rule set, to choose one of. */
export const rulesOptions = () => RULE_SET_IDS.map((id) => ({ value: id, label: variantName(ruleSet(id)) }))

/** The same to filter by, where none means all. */
export const rulesFilter = () => [{ value: '' as const, label: m.rules_all() }, ...rulesOptions()]
