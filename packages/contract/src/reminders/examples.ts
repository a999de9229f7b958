import type { Reminders } from './schemas.ts'

const reminders: Reminders = {
  reminders: [
    { hoursBefore: 24, app: true, mail: true },
    { shareLeft: 0.25, app: true, mail: false },
  ],
  mails: ['challenge', 'game-begun'],
  digest: null,
}

const withDigest: Reminders = { ...reminders, digest: { at: '07:30' } }

export const REMINDER_EXAMPLES = {
  getReminders: { response: reminders },
  setReminders: { body: withDigest, response: withDigest },
  unsubscribe: {
    body: { 'List-Unsubscribe': 'One-Click' as const },
    response: { kind: 'reminder' as const },
  },
}
