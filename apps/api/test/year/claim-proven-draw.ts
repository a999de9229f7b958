import { type RuleSetId, ruleSet, type Side } from '@tegenzet/rules'
import { expect } from 'vitest'
import { claimLine } from '../../../../packages/rules/bin/claim-line.ts'
import { coveredEndings } from '../play/covered-endings.ts'
import type { Answer } from '../server/call-operation.ts'
import { ok, type Person, type World } from './world.ts'

/** Up to how many stones the shipped tables cover every ending. */
export const COVERED_STONES = 8

/** The moves of a random game up to the first ending that tables cover. */
export async function coveredGame({ tables, dice }: World, id: RuleSetId): Promise<string[]> {
  const seed = 1 + Math.floor(dice.roll() * 1e6)
  for await (const { moves } of coveredEndings(tables, id, seed)) return moves
  throw new Error(`no random game of ${id} reaches a covered ending`)
}

interface ClaimedGame {
  id: number
  rules: RuleSetId
  provenDraws: boolean
  moves: readonly string[]
}

/**
 * Claims that the position on the board is a proven draw, and compares the answer with what the commands for rules and tables
 * say, and the stored evidence with the tables.
 */
export async function claimProvenDraw(
  { server, admin, tables }: Pick<World, 'server' | 'admin' | 'tables'>,
  { id, rules, provenDraws, moves }: ClaimedGame,
  by: Side,
  player: Pick<Person, 'call'>,
): Promise<Answer> {
  const params = { id }
  const { position } = (await ok(server.call('getGame', { params }))).body
  const offers = (await ok(server.call('listDrawOffers', { params }))).body.items
  const earlier = (await ok(server.call('listClaims', { params }))).body.items
  const proof = await tables.prove(ruleSet(rules), position)
  const body = { ground: 'proven-draw', position: moves.length }
  const expected: any = claimLine(
    JSON.stringify({
      rules,
      moves,
      claim: { ...body, by },
      offers,
      earlier,
      covered: provenDraws ? COVERED_STONES : null,
      value: proof?.value ?? null,
    }),
  )
  const answer = await player.call('fileClaim', { params, body })
  const context = JSON.stringify({ id, rules, by, moves: moves.join(' '), expected, answer: answer.body })
  if (!expected.admissible) {
    expect(answer.status, context).toBe(422)
    expect(answer.body.refusals.map(({ code }: { code: string }) => code)).toEqual(expected.refusals)
    return answer
  }
  expect(answer.status, context).toBe(201)
  expect(answer.body.claim, context).toMatchObject({
    state: proof?.value === 'draw' ? 'upheld' : 'rejected',
    evidence: { holds: expected.holds, findings: expected.findings },
  })
  const review = await ok(admin.call('reviewClaim', { params: { id: answer.body.claim.id } }))
  expect(review.body.claim.evidence, context).toMatchObject(proof!)
  return answer
}
