import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'
import { LONGEST_WAIT_MS } from './longest-wait.ts'

/** A real SMTP server that accepts mail for everybody, and its parsed mails. */
export interface Mailbox {
  /** Environment of a server that sends mail through it. */
  env: Record<string, string>
  mails: ParsedMail[]
  /** Refuses mails with this SMTP code from now on; undefined: accepts them. */
  refuseWith(code: number | undefined): void
  /** Number of refused mails. */
  readonly refused: number
  /** Waits for `count` mails to an address. @returns the newest */
  newestTo(address: string, count?: number): Promise<ParsedMail>
  /** Waits for a mail to an address whose text contains these words. */
  mailWith(address: string, words: string): Promise<ParsedMail>
  /** Waits for `count` mails to an address with a link to `page`. @returns the fragment of the newest one's link */
  tokenTo(address: string, page: string, count?: number): Promise<string>
  close(): Promise<void>
}

/** @param port default: any free port */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: ParsedMail[] = []
  let code: number | undefined
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      if (code === undefined) return callback()
      refused++
      callback(Object.assign(new Error('not now'), { responseCode: code }))
    },
    onData(stream, _session, callback) {
      simpleParser(stream).then((mail) => {
        mails.push(mail)
        callback()
      }, callback)
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: own } = server.server.address() as AddressInfo
  const all = (address: string) =>
    mails.filter(({ to }) => [to].flat().some((each) => each?.text.includes(address)))
  const arrived = (find: () => ParsedMail | undefined) =>
    vi.waitUntil(find, { timeout: LONGEST_WAIT_MS, interval: 20 }) as Promise<ParsedMail>
  const nth = (found: ParsedMail[], count: number) => (found.length >= count ? found.at(-1) : undefined)
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${own}`, MAIL_FROM: 'Tegenzet <post@tegenzet.example>' },
    mails,
    refuseWith: (next) => {
      code = next
    },
    get refused() {
      return refused
    },
    newestTo: (address, count = 1) => arrived(() => nth(all(address), count)),
    mailWith: (address, words) => arrived(() => all(address).find(({ text }) => text?.includes(words))),
    tokenTo: async (address, page, count = 1) => {
      const withLink = () => all(address).filter(({ text }) => text?.includes(`/${page}#`))
      return tokenIn(await arrived(() => nth(withLink(), count)), page)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The fragment of the link to `page` in a mail, which text and HTML must share. */
export function tokenIn({ text = '', html }: ParsedMail, page: string): string {
  const [link, token] = new RegExp(`https?://\\S+/${page}#(\\S+)`).exec(text) ?? []
  if (!link || !token || !String(html).includes(`href="${link}"`))
    throw new Error(`no common link to ${page} in text and HTML: ${text}`)
  return token
}
