import type { Wordings } from '../letters.ts'

export const en: Wordings = {
  greeting: (username) => `Hello ${username},`,
  'verify-email': () => ({
    subject: 'Confirm your e-mail address',
    before: ['You have an account at Tegenzet with this e-mail address. Please confirm that it is yours.'],
    link: 'Confirm this address',
    after: [
      'The link works for 48 hours. Afterwards you can log in with this address as well as with your name.',
      'If you did not register, you need do nothing.',
    ],
  }),
  'change-email': () => ({
    subject: 'Confirm your new e-mail address',
    before: ['You asked for this to become the e-mail address of your account at Tegenzet.'],
    link: 'Use this address from now on',
    after: [
      'The link works for 48 hours. Until you open it, your old address stays.',
      'If you did not ask for this, you need do nothing.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Your e-mail address was changed',
    before: [
      `Your account at Tegenzet now has the e-mail address ${email}. We will not write to this one any more.`,
    ],
    after: [
      'If that was not you, somebody knows your password: get in touch with whoever runs the server at once.',
    ],
  }),
  'reset-password': () => ({
    subject: 'A new password for Tegenzet',
    before: ['Somebody, most likely you, asked to set a new password for your account at Tegenzet.'],
    link: 'Set a new password',
    after: [
      'The link works once, for an hour. It will log you out everywhere.',
      'If you did not ask for this, you need do nothing: your password stays as it is.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    before: [
      'The password of your account at Tegenzet was changed just now, and you were logged out everywhere else. Your personal tokens and the apps you connected go on working.',
    ],
    link: 'Set a new password if that was not you',
    after: [],
  }),
  warned: ({ by, reason }) => ({
    subject: 'You were warned by an admin',
    before: [`${by}, an admin of Tegenzet, has warned you, for this reason:`, reason],
    link: 'See your warnings',
    after: ['This mail always comes, whatever you have chosen: a warning is something you should hear of.'],
  }),
}
