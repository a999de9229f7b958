import { Pool } from 'undici'
import { percentile } from './percentile.ts'

// HTTP calls for the benchmarks.

export const CONNECTIONS = 32
const WARM_UP_SECONDS = 3

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** The expected status code. */
  status: number
}

export interface Figures {
  perSecond: number
  median: number
  p99: number
}

/** Makes calls over all connections, each as soon as the one before is answered. */
export async function measureCalls(
  url: string,
  seconds: number,
  callsOf: (connection: number) => Iterator<Call>,
): Promise<Figures> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const until = from + seconds * 1000
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const calls = callsOf(connection)
      for (;;) {
        const begun = performance.now()
        if (begun >= until) return
        const next = calls.next()
        if (next.done) throw new Error('the calls are used up: give the benchmark more of them')
        const { status, ...call } = next.value
        const { statusCode, body } = await pool.request(call)
        const text = await body.text()
        if (statusCode !== status) throw new Error(`${statusCode} ${call.path}: ${text}`)
        const done = performance.now()
        if (begun >= from && done < until) latencies.push(done - begun)
      }
    }),
  )
  await pool.close()
  const [median, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  return { perSecond: latencies.length / seconds, median, p99 }
}
