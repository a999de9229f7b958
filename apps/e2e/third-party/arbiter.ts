import { type Api, expectSuccess } from './api.ts'
import type { ReceivedEvent } from './channel.ts'

/** An admin's program that rules on every claim by its evidence. */
export interface Arbiter {
  onEvent(event: ReceivedEvent): void
  /** Number of rulings so far. */
  rulings(): number
}

export function createArbiter(api: Api, fail: (error: unknown) => void): Arbiter {
  const seen = new Set<number>()
  let rulings = 0

  async function rule(id: number): Promise<void> {
    const { claim, mayRule } = await expectSuccess(api.call('reviewClaim', { params: { id } }))
    if (!mayRule) return
    const verdict = claim.evidence.holds ? 'uphold' : 'reject'
    const reason = JSON.stringify(claim.evidence.findings)
    const { status } = await api.call('ruleOnClaim', { params: { id }, body: { verdict, reason } })
    if (status === 200) rulings++
    else if (status !== 409) throw new Error(`the response to a ruling was ${status}`)
  }

  return {
    rulings: () => rulings,
    onEvent({ type, claim }) {
      if (type !== 'claim' || claim.state !== 'open' || seen.has(claim.id)) return
      seen.add(claim.id)
      rule(claim.id).catch(fail)
    },
  }
}
