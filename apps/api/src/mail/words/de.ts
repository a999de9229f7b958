import type { Wordings } from '../letters.ts'

export const de: Wordings = {
  greeting: (username) => `Hallo ${username},`,
  'verify-email': () => ({
    subject: 'Bestätige deine E-Mail-Adresse',
    before: [
      'Du hast bei Tegenzet ein Konto mit dieser E-Mail-Adresse. Bitte bestätige, dass sie dir gehört.',
    ],
    link: 'Diese Adresse bestätigen',
    after: [
      'Der Link gilt 48 Stunden. Danach kannst du dich außer mit deinem Namen auch mit dieser Adresse anmelden.',
      'Wenn du dich nicht registriert hast, brauchst du nichts zu tun.',
    ],
  }),
  'change-email': () => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    before: ['Du möchtest, dass dein Konto bei Tegenzet künftig diese E-Mail-Adresse hat.'],
    link: 'Ab jetzt diese Adresse verwenden',
    after: [
      'Der Link gilt 48 Stunden. Bis du ihn öffnest, bleibt deine alte Adresse gültig.',
      'Wenn du das nicht warst, brauchst du nichts zu tun.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    before: [
      `Dein Konto bei Tegenzet hat jetzt die E-Mail-Adresse ${email}. An diese hier schreiben wir nicht mehr.`,
    ],
    after: [
      'Wenn du das nicht warst, kennt jemand dein Passwort: Wende dich sofort an die Person, die den Server betreibt.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Ein neues Passwort für Tegenzet',
    before: ['Jemand, vermutlich du, hat um ein neues Passwort für dein Konto bei Tegenzet gebeten.'],
    link: 'Neues Passwort festlegen',
    after: [
      'Der Link gilt einmal und eine Stunde lang. Du wirst damit überall abgemeldet.',
      'Wenn du das nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Dein Passwort wurde geändert',
    before: [
      'Das Passwort deines Kontos bei Tegenzet wurde gerade geändert, und du wurdest überall sonst abgemeldet. Deine persönlichen Tokens und die Apps, die du verbunden hast, funktionieren weiter.',
    ],
    link: 'Du warst das nicht? Leg ein neues Passwort fest',
    after: [],
  }),
  warned: ({ by, reason }) => ({
    subject: 'Du hast eine Verwarnung bekommen',
    before: [`${by}, Admin bei Tegenzet, hat dich verwarnt, mit dieser Begründung:`, reason],
    link: 'Deine Verwarnungen ansehen',
    after: [
      'Diese Mail bekommst du immer, was du auch eingestellt hast: Von einer Verwarnung sollst du erfahren.',
    ],
  }),
}
