import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { MAX_ID } from '../../store/page.ts'

/** The code with which the sender of a content report reads the decision. It is derived from the secret, not stored. */
export const codeOfReport = ({ secret }: Pick<Config, 'secret'>, id: number): string =>
  `${id}.${createHmac('sha256', secret).update(`content-report:${id}`).digest('base64url')}`

/** @returns the report's id; null if the code is not valid */
export function readReportCode(config: Pick<Config, 'secret'>, code: string): number | null {
  const id = Number(/^(\d{1,10})\./.exec(code)?.[1])
  if (!id || id > MAX_ID) return null
  const [given, expected] = [Buffer.from(code), Buffer.from(codeOfReport(config, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
