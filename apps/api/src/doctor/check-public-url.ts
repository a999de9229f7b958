import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Config } from '../config/config.ts'
import { proxyWarning } from '../config/setting-warnings.ts'
import { type Finding, good, problem } from './finding.ts'

const TOPIC = 'address'
const TIMEOUT_MS = 10_000
/** A clock may be wrong by less than this; browsers and one-time codes accept more. */
const MAX_SKEW_MS = 10_000

/** Calls the server as people do, through the proxy. */
export async function checkPublicUrl(config: Config, now: () => Date): Promise<Finding[]> {
  const { publicUrl } = config
  const findings = [checkTrust(config)]
  try {
    const about = await request(`${publicUrl}/api/v1/about`)
    const url = about.statusCode === 200 ? urlIn(await bodyOf(about)) : undefined
    if (url !== publicUrl)
      return [
        ...findings,
        problem(
          TOPIC,
          url
            ? `The server at ${publicUrl} has PUBLIC_URL=${url}: set the same PUBLIC_URL on both.`
            : `No Tegenzet answers at ${publicUrl} (status ${about.statusCode}): check the proxy, and that the server runs.`,
        ),
      ]
    findings.push(good(TOPIC, `the server answers at ${publicUrl}`))
    const skew = Math.abs(now().getTime() - Date.parse(about.headers.date ?? ''))
    if (skew > MAX_SKEW_MS)
      findings.push(problem('time', `The server's clock differs by ${Math.round(skew / 1000)} s: use NTP.`))
    findings.push(await checkWebSocket(publicUrl))
  } catch (error) {
    findings.push(
      problem(
        TOPIC,
        `${publicUrl} cannot be reached from here (${(error as NodeJS.ErrnoException).code ?? error}): check DNS, the certificate, the proxy, and that the server runs.`,
      ),
    )
  }
  return findings
}

function checkTrust(config: Config): Finding {
  const warning = proxyWarning(config)
  if (warning) return problem('proxy', warning)
  const proxied = config.publicUrl.startsWith('https:')
  return good('proxy', proxied ? 'client addresses come from the proxy' : 'no proxy is expected')
}

async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const { statusCode } = await request(`${publicUrl}/api/v1/live`, {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  })
  // 401: only members read
  return statusCode === 101 || statusCode === 401
    ? good('proxy', 'WebSockets pass')
    : problem(
        'proxy',
        `WebSockets do not pass (status ${statusCode}): configure the proxy to forward Upgrade and Connection.`,
      )
}

function request(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp
    const call = get(url, { headers, timeout: TIMEOUT_MS, agent: false }, resolve)
    call.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response)
    })
    call.once('timeout', () => call.destroy(new Error('no answer in time')))
    call.once('error', reject)
  })
}

/** What the server says its address is. undefined: this is not a Tegenzet server's answer */
function urlIn(about: string): unknown {
  try {
    return JSON.parse(about).url
  } catch {
    return undefined
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of response.setEncoding('utf8')) body += part
  return body
}
