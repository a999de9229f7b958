import type { NewsWords } from '../news.ts'

export const de: NewsWords = {
  reasons: {
    'few-stones': 'weniger als drei Steine',
    blocked: 'kein Zug mehr',
    'camp-filled': 'Lager gefüllt',
    'camp-not-cleared': 'Lager nicht rechtzeitig geräumt',
    'camp-re-entered': 'eigenes Lager wieder betreten',
    resignation: 'aufgegeben',
    timeout: 'Zeit abgelaufen',
    agreement: 'vereinbart',
    repetition: 'dreimal dieselbe Stellung',
    'quiet-moves': 'fünfzig Züge ohne Fortschritt',
    'camps-not-cleared': 'kein Lager rechtzeitig geräumt',
    cancelled: 'abgebrochen',
  },
  tell: {
    'challenge-received': ({ by, rules }) => `${by} fordert dich zu einer Partie ${rules} heraus`,
    'challenge-declined': ({ by }) => `${by} hat deine Herausforderung abgelehnt`,
    'challenge-expired': ({ opponent, rules }) =>
      `Deine Herausforderung${opponent ? ` an ${opponent}` : ''} ist verfallen (${rules})`,
    'game-begun': ({ by, side }) =>
      `Deine Partie gegen ${by} hat begonnen; du spielst ${side === 'white' ? 'Weiß' : 'Schwarz'}`,
    'game-over': ({ by, side, winner, reason }) =>
      reason === de.reasons.cancelled
        ? `${by} hat die Partie abgebrochen, bevor sie begonnen hatte`
        : winner === null
          ? `Deine Partie gegen ${by} ist remis: ${reason}`
          : `Du hast gegen ${by} ${winner === side ? 'gewonnen' : 'verloren'}: ${reason}`,
    'draw-offered': ({ by }) => `${by} bietet dir Remis an`,
    'claim-filed': ({ by }) => `${by} hat Remis beantragt; ein Admin entscheidet darüber`,
    'claim-withdrawn': ({ by }) => `${by} hat den Remisantrag zurückgezogen; die Partie geht weiter`,
    'claim-ruled': ({ own, verdict }) =>
      `${own ? 'Dein Remisantrag' : 'Der Remisantrag deines Gegners'} wurde ${verdict === 'upheld' ? 'angenommen' : 'abgewiesen; die Partie geht weiter'}`,
    'message-received': ({ by }) => `${by} hat dir geschrieben`,
    'plan-played': ({ by }) => `Dein Plan hat in der Partie gegen ${by} für dich geantwortet`,
    'vacation-begun': ({ by, until }) => `${by} ist im Urlaub bis ${until}`,
    'report-ruled': ({ player, verdict }) =>
      verdict === 'upheld'
        ? `Ein Admin hat deine Meldung über ${player} geprüft und gibt dir recht`
        : `Ein Admin hat deine Meldung über ${player} geprüft und sieht keinen Grund einzugreifen`,
  },
  yourMove: (by) => `Du bist am Zug gegen ${by}`,
  hasMoved: ({ by, rules, deadline }) =>
    `${by} hat gezogen, und du bist an der Reihe (${rules}). Du hast Zeit bis ${deadline}.`,
  game: ({ by, rules, deadline }) => `${by}, ${rules}: bis ${deadline}`,
  timeRunsOut: (by) => `Deine Zeit gegen ${by} läuft ab`,
  timesRunOut: (games) => `Deine Zeit läuft in ${games} Partien ab`,
  remember: 'Du bist am Zug, und deine Bedenkzeit ist bald um:',
  gamesWait: (games) =>
    games === 1 ? 'Eine Partie wartet auf deinen Zug' : `${games} Partien warten auf deinen Zug`,
  happened: 'Was in deinen Partien geschehen ist',
  waiting: 'Hier bist du am Zug:',
  since: 'Was seit der letzten Mail geschehen ist:',
  more: (count) => `Und ${count} weitere.`,
  openGame: 'Die Partie öffnen',
  openGames: 'Deine Partien öffnen',
  openLobby: 'Die Lobby öffnen',
  openPlayer: (name) => `Das Profil von ${name}`,
  openReports: 'Deine Meldungen ansehen',
  why: 'Du bekommst diese Mail, weil du es so eingestellt hast.',
  settings: 'Einstellen, was du per Mail bekommst',
  noMore: {
    reminder: 'Keine Erinnerungen mehr per Mail',
    digest: 'Keine tägliche Mail mehr',
    turn: 'Keine Mails mehr, wenn du am Zug bist',
    challenge: 'Keine Mails mehr über Herausforderungen',
    message: 'Keine Mails mehr über Nachrichten',
    'game-begun': 'Keine Mails mehr über Partien, die beginnen',
    'game-over': 'Keine Mails mehr über Partien, die enden',
    claim: 'Keine Mails mehr über Remis',
    vacation: 'Keine Mails mehr über Gegner im Urlaub',
    report: 'Keine Mails mehr über deine Meldungen',
  },
}
