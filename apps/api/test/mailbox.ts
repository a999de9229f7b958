import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

/** A real mail server that takes mails for everybody, and what it took, as a reader's program sees it. */
export interface Mailbox {
  /** Settings of a server that sends by it. */
  env: Record<string, string>
  mails: ParsedMail[]
  /** What it answers from now on instead of taking mails; undefined: it takes them. */
  answer(code: number | undefined): void
  /** How many it has refused. */
  readonly refused: number
  /** The newest mail to an address, once there are so many. */
  to(address: string, count?: number): Promise<ParsedMail>
  close(): Promise<void>
}

/** @param port a free one, unless it is named */
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
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${own}`, MAIL_FROM: 'Tegenzet <post@tegenzet.example>' },
    mails,
    answer: (next) => {
      code = next
    },
    get refused() {
      return refused
    },
    to: (address, count = 1) =>
      vi.waitUntil(() => (all(address).length >= count ? all(address).at(-1) : undefined), {
        timeout: 20_000,
        interval: 20,
      }) as Promise<ParsedMail>,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What stands after the `#` in the link of a mail's text; the HTML has the same link. */
export function tokenIn({ text = '', html }: ParsedMail, page: string): string {
  const [link, token] = new RegExp(`https?://\\S+/${page}#(\\S+)`).exec(text) ?? []
  if (!link || !token || !String(html).includes(`href="${link}"`))
    throw new Error(`no link to ${page} in both: ${text}`)
  return token
}
