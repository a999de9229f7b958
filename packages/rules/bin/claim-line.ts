import {
  basisOf,
  type ClaimFacts,
  claimRefusals,
  type EarlierClaim,
  GROUNDS,
  isRuleSetId,
  judgeClaim,
  type OfferFacts,
  type ProvenValue,
  RULE_SET_IDS,
  ruleSet,
  SIDES,
} from '../src/index.ts'
import { replayRecord } from './replay-record.ts'

/** Thrown for a line that does not describe a claim. */
class LineError extends Error {}

type Fields = Record<string, unknown>

const NUMBERS = { repetition: 'positions', 'quiet-moves': 'plies', 'proven-draw': 'position' } as const
const VALUES = ['win', 'loss', 'draw', null] as const satisfies readonly ProvenValue[]

/**
 * Judges a claim described in JSON: `{ rules, moves, claim: { by, ground, positions | plies | position, intendedMove? },
 * offers?, openClaim?, earlier?, covered?, value? }`. Where proven draws are a term of the game, `covered` is up to how many
 * stones there are tables, and `value` what `tables probe` says.
 * @returns `{ admissible, refusals, holds, findings }`, or `{ error: { message } }` for any other line
 */
export function claimLine(line: string): object {
  try {
    return judge(fieldsOf(parse(line), 'the line'))
  } catch (error) {
    if (error instanceof LineError) return { error: { message: error.message } }
    throw error
  }
}

function judge({
  rules: id,
  moves,
  claim: numbers,
  offers = [],
  openClaim = false,
  earlier = [],
  covered = null,
  value = null,
}: Fields): object {
  if (typeof id !== 'string' || !isRuleSetId(id))
    throw new LineError(`rules: expected one of ${RULE_SET_IDS.join(' ')}`)
  const rules = ruleSet(id)
  const game = replayRecord(rules, listOf(moves, 'moves').map(textOf))
  if (!game.ok) throw new LineError(`moves: ply ${game.error.ply}: ${game.error.message}`)
  const { positions, outcome } = game.value
  const claim = claimOf(fieldsOf(numbers, 'claim'), 'claim')
  if (covered !== null && typeof covered !== 'number') throw new LineError('covered: expected a number')
  const proved = VALUES.find((known) => known === value)
  if (proved === undefined) throw new LineError('value: expected win, loss or draw')
  const refusals = claimRefusals(rules, claim, {
    positions,
    covered,
    over: outcome !== null,
    openClaim: openClaim === true,
    offers: listOf(offers, 'offers').map((offer, i) =>
      offerOf(fieldsOf(offer, `offers/${i}`), `offers/${i}`),
    ),
    earlier: listOf(earlier, 'earlier').map(
      (other, i) => claimOf(fieldsOf(other, `earlier/${i}`), `earlier/${i}`) as unknown as EarlierClaim,
    ),
  })
  return {
    admissible: refusals.length === 0,
    refusals: refusals.map(({ code }) => code),
    ...judgeClaim(rules, claim, positions, proved),
  }
}

/** A list with anything but numbers becomes an empty one, which the rules refuse as malformed. */
function claimOf(fields: Fields, where: string): ClaimFacts {
  const ground = GROUNDS.find((known) => known === fields.ground)
  const by = SIDES.find((side) => side === fields.by)
  if (!ground) throw new LineError(`${where}/ground: expected one of ${GROUNDS.join(' ')}`)
  if (!by) throw new LineError(`${where}/by: expected one of ${SIDES.join(' ')}`)
  const given = [fields[NUMBERS[ground]]].flat()
  const isNumbers = given.every((number) => typeof number === 'number')
  const intendedMove = fields.intendedMove == null ? null : textOf(fields.intendedMove)
  return { ...fields, ...basisOf(ground, isNumbers ? given : []), by, intendedMove } as unknown as ClaimFacts
}

const offerOf = (fields: Fields, where: string): OfferFacts =>
  fields.ground == null
    ? ({ ...fields, ground: null } as OfferFacts)
    : (claimOf(fields, where) as unknown as OfferFacts)

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new LineError('the line: expected JSON')
  }
}

function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LineError(`${where}: expected an object`)
  return value as Fields
}

function listOf(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new LineError(`${where}: expected a list`)
  return value
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new LineError('a move: expected a text')
  return value
}
