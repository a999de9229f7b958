import type { Config } from '../config/config.ts'
import { openMailer } from '../mail/mailer.ts'
import { type Finding, good, problem, skipped } from './finding.ts'

/** Connects and logs in, but sends nothing. */
export async function checkMail({ mail, publicUrl }: Config): Promise<Finding> {
  const mailer = openMailer(mail, publicUrl)
  if (!mailer)
    return skipped('mail', 'not set up: admins find the mails at /admin/mail. Set SMTP_URL and MAIL_FROM.')
  try {
    await mailer.verify()
    return good('mail', 'the mail server accepts this server')
  } catch (error) {
    return problem(
      'mail',
      `The mail server refuses (${(error as Error).message}): check SMTP_URL and SMTP_PASSWORD.`,
    )
  } finally {
    mailer.close()
  }
}
