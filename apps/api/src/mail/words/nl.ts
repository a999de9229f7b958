import type { Wordings } from '../letters.ts'

export const nl: Wordings = {
  greeting: (username) => `Hallo ${username},`,
  'verify-email': () => ({
    subject: 'Bevestig je e-mailadres',
    before: ['Je hebt bij Tegenzet een account met dit e-mailadres. Bevestig even dat het van jou is.'],
    link: 'Dit adres bevestigen',
    after: [
      'De link werkt 48 uur. Daarna kun je behalve met je naam ook met dit adres inloggen.',
      'Heb je je niet aangemeld? Dan hoef je niets te doen.',
    ],
  }),
  'change-email': () => ({
    subject: 'Bevestig je nieuwe e-mailadres',
    before: ['Je hebt gevraagd om dit het e-mailadres van je account bij Tegenzet te maken.'],
    link: 'Voortaan dit adres gebruiken',
    after: [
      'De link werkt 48 uur. Tot je hem opent, blijft je oude adres gelden.',
      'Heb je hier niet om gevraagd? Dan hoef je niets te doen.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Je e-mailadres is gewijzigd',
    before: [
      `Je account bij Tegenzet heeft nu het e-mailadres ${email}. Naar dit adres schrijven we niet meer.`,
    ],
    after: [
      'Was jij dit niet? Dan kent iemand je wachtwoord: neem meteen contact op met wie de server beheert.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Een nieuw wachtwoord voor Tegenzet',
    before: [
      'Iemand, waarschijnlijk jij, heeft gevraagd om een nieuw wachtwoord voor je account bij Tegenzet.',
    ],
    link: 'Nieuw wachtwoord kiezen',
    after: [
      'De link werkt één keer, een uur lang. Je wordt daarmee overal uitgelogd.',
      'Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Je wachtwoord is gewijzigd',
    before: [
      'Het wachtwoord van je account bij Tegenzet is zojuist gewijzigd, en je bent op alle andere plekken uitgelogd. Je persoonlijke tokens en de apps die je hebt gekoppeld, blijven werken.',
    ],
    link: 'Was jij dit niet? Kies een nieuw wachtwoord',
    after: [],
  }),
  warned: ({ by, reason }) => ({
    subject: 'Je hebt een waarschuwing gekregen',
    before: [`${by}, beheerder van Tegenzet, heeft je een waarschuwing gegeven, met deze reden:`, reason],
    link: 'Je waarschuwingen bekijken',
    after: ['Deze mail krijg je altijd, wat je ook hebt ingesteld: een waarschuwing moet je kunnen lezen.'],
  }),
}
