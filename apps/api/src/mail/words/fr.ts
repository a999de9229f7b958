import type { Wordings } from '../letters.ts'

export const fr: Wordings = {
  greeting: (username) => `Bonjour ${username},`,
  'verify-email': () => ({
    subject: 'Confirmez votre adresse e-mail',
    before: ['Vous avez un compte Tegenzet avec cette adresse e-mail. Confirmez qu’elle est bien à vous.'],
    link: 'Confirmer cette adresse',
    after: [
      'Le lien est valable 48 heures. Ensuite, vous pourrez vous connecter avec cette adresse aussi bien qu’avec votre nom.',
      'Si cette inscription ne vient pas de vous, vous n’avez rien à faire.',
    ],
  }),
  'change-email': () => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    before: ['Vous avez demandé que cette adresse e-mail devienne celle de votre compte Tegenzet.'],
    link: 'Utiliser désormais cette adresse',
    after: [
      'Le lien est valable 48 heures. Tant que vous ne l’avez pas ouvert, votre ancienne adresse reste en place.',
      'Si vous n’avez rien demandé, vous n’avez rien à faire.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Votre adresse e-mail a été modifiée',
    before: [
      `Votre compte Tegenzet a maintenant l’adresse e-mail ${email}. Nous n’écrirons plus à celle-ci.`,
    ],
    after: [
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe : contactez sans tarder la personne qui gère le serveur.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Un nouveau mot de passe pour Tegenzet',
    before: ['Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Tegenzet.'],
    link: 'Choisir un nouveau mot de passe',
    after: [
      'Le lien sert une seule fois, pendant une heure. Il mettra fin à toutes vos sessions.',
      'Si vous n’avez rien demandé, vous n’avez rien à faire : votre mot de passe ne change pas.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Votre mot de passe a été modifié',
    before: [
      'Le mot de passe de votre compte Tegenzet vient d’être modifié, ce qui a mis fin à vos autres sessions. Vos jetons personnels et les applications que vous avez connectées continuent de fonctionner.',
    ],
    link: 'Ce n’était pas vous ? Choisissez un nouveau mot de passe',
    after: [],
  }),
  warned: ({ by, reason }) => ({
    subject: 'Vous avez reçu un avertissement',
    before: [`${by}, qui administre Tegenzet, vous a adressé un avertissement, pour cette raison :`, reason],
    link: 'Voir vos avertissements',
    after: [
      'Ce message vous parvient toujours, quels que soient vos réglages : un avertissement doit pouvoir être lu.',
    ],
  }),
}
