import { createHash } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { MailConfig } from '../config/config.ts'

interface OutgoingMail {
  /** The Message-ID is derived from it, so that a mail that is sent again has the same one. */
  key: string
  recipient: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

/** Sends mails by SMTP. */
export interface Mailer {
  /**
   * @param unsubscribe the link that ends mails of this kind; null: they cannot be unsubscribed from
   * @throws if the server did not accept it; see `isRefusal`
   */
  send(mail: OutgoingMail, unsubscribe: string | null): Promise<void>
  /** Connects and logs in. @throws if the mail server refuses */
  verify(): Promise<void>
  close(): void
}

const SECOND = 1000

/** @returns null if mail is not configured */
export function openMailer(config: MailConfig | null, publicUrl: string): Mailer | null {
  if (!config) return null
  const url = new URL(config.smtpUrl)
  const user = decodeURIComponent(url.username)
  const secure = url.protocol === 'smtps:'
  const transport = nodemailer.createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user && { auth: { user, pass: config.password ?? decodeURIComponent(url.password) } }),
    // the password is never sent unencrypted
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
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Whether the mail server has rejected this mail permanently. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
