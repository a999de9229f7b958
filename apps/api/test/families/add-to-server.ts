import '../../../../packages/rules/test/three-in-a-row/add.ts'
import '../../../../packages/rules/test/three-in-a-row/drawing.ts'
import { z } from 'zod'
import { BOARD_SCHEMAS } from '../../../../packages/contract/src/rule-sets/boards.ts'
import { OPTION_SCHEMAS } from '../../../../packages/contract/src/rule-sets/options.ts'
import { addAnswer } from '../../../../packages/rules/test/three-in-a-row/add-answer.ts'
import { FAMILY } from '../../../../packages/rules/test/three-in-a-row/rules.ts'
import { MILL_RULES } from '../../../../packages/tables/src/mill-rules.ts'

// A server knows the family if this file comes before all that makes lists and schemas of the rule sets. It is not in LOOKOUTS,
// nor in what finds and judges puzzles and fills the demo: this server does none of that.

addAnswer(MILL_RULES, () => null)

const point = z.object({ name: z.string(), x: z.int(), y: z.int() })
Object.assign(BOARD_SCHEMAS, {
  [FAMILY]: z.object({
    kind: z.literal(FAMILY),
    points: z.array(point),
    rows: z.array(z.array(z.string()).length(3)),
  }),
})
Object.assign(OPTION_SCHEMAS, { [FAMILY]: { trapping: z.boolean(), restart: z.string() } })
