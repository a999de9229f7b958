import { type Api, good } from './api.ts'
import type { Told } from './channel.ts'

/** An admin's program: rules on every claim it is told of, by the evidence. */
export interface Arbiter {
  hear(event: Told): void
  ruled(): number
}

export function openArbiter(api: Api, fail: (error: unknown) => void): Arbiter {
  const seen = new Set<number>()
  let ruled = 0

  async function rule(id: number): Promise<void> {
    const { claim, mayRule } = await good(api.call('reviewClaim', { params: { id } }))
    if (!mayRule) return
    const verdict = claim.evidence.holds ? 'uphold' : 'reject'
    const reason = JSON.stringify(claim.evidence.findings)
    const { status } = await api.call('ruleOnClaim', { params: { id }, body: { verdict, reason } })
    if (status === 200) ruled++
    else if (status !== 409) throw new Error(`a verdict was answered ${status}`)
  }

  return {
    ruled: () => ruled,
    hear({ type, claim }) {
      if (type !== 'claim' || claim.state !== 'open' || seen.has(claim.id)) return
      seen.add(claim.id)
      rule(claim.id).catch(fail)
    },
  }
}
