import { createHash } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { MailConfig } from '../config.ts'

export interface OutgoingMail {
  /** What it is about: the same mail sent again has the same Message-ID. */
  key: string
  recipient: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

/** What an attempt may come to; `overtaken`: none was made, since the mail is of no more use. */
export type MailOutcome = 'sent' | 'waiting' | 'failed' | 'overtaken'

/** The way out for mails. */
export interface Mailer {
  /**
   * @param unsubscribe the address that ends mails of its kind; null of those an account cannot do without
   * @throws where it was not taken; see `isRefusal`
   */
  send(mail: OutgoingMail, unsubscribe: string | null): Promise<void>
  close(): void
}

const SECOND = 1000

/** @returns null where the server is not to send mail */
export function openMailer(config: MailConfig | null, publicUrl: string): Mailer | null {
  if (!config) return null
  const url = new URL(config.smtpUrl)
  const user = decodeURIComponent(url.username)
  const secure = url.protocol === 'smtps:'
  const transport = nodemailer.createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user && { auth: { user, pass: decodeURIComponent(url.password) } }),
    // a password is not sent in the clear
    requireTLS: user !== '',
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { hostname } = new URL(publicUrl)
  return {
    async send({ key, recipient, subject, text, html, createdAt }, unsubscribe) {
      await transport.sendMail({
        from: config.from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        date: createdAt,
        messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // RFC 8058
          ...(unsubscribe && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    close: () => transport.close(),
  }
}

/** Whether the receiver's server will not have this mail, however often it is sent. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
