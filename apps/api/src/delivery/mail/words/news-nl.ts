import type { NewsWords } from '../news.ts'

export const nl: NewsWords = {
  reasons: {
    'few-stones': 'minder dan drie stenen',
    blocked: 'geen zet meer',
    'camp-filled': 'kamp gevuld',
    'camp-not-cleared': 'kamp niet op tijd leeg',
    'camp-re-entered': 'terug in het eigen kamp',
    resignation: 'opgegeven',
    timeout: 'tijd verstreken',
    agreement: 'overeengekomen',
    repetition: 'driemaal dezelfde stelling',
    'quiet-moves': 'vijftig zetten zonder vooruitgang',
    'camps-not-cleared': 'geen van beide kampen op tijd leeg',
    cancelled: 'geannuleerd',
  },
  tell: {
    'challenge-received': ({ by, rules }) => `${by} daagt je uit voor een partij ${rules}`,
    'challenge-declined': ({ by }) => `${by} heeft je uitdaging afgeslagen`,
    'challenge-expired': ({ opponent, rules }) =>
      `Je uitdaging${opponent ? ` aan ${opponent}` : ''} is verlopen (${rules})`,
    'game-begun': ({ by, side }) =>
      `Je partij tegen ${by} is begonnen; je speelt met ${side === 'white' ? 'wit' : 'zwart'}`,
    'game-over': ({ by, side, winner, reason }) =>
      reason === nl.reasons.cancelled
        ? `${by} heeft de partij geannuleerd voordat ze begonnen was`
        : winner === null
          ? `Je partij tegen ${by} is remise: ${reason}`
          : `Je hebt van ${by} ${winner === side ? 'gewonnen' : 'verloren'}: ${reason}`,
    'draw-offered': ({ by }) => `${by} biedt je remise aan`,
    'claim-filed': ({ by }) => `${by} heeft remise geclaimd; een beheerder beslist erover`,
    'claim-withdrawn': ({ by }) => `${by} heeft de remiseclaim ingetrokken; de partij gaat door`,
    'claim-ruled': ({ own, verdict }) =>
      `${own ? 'Je remiseclaim' : 'De remiseclaim van je tegenstander'} is ${verdict === 'upheld' ? 'toegewezen' : 'afgewezen; de partij gaat door'}`,
    'message-received': ({ by }) => `${by} heeft je geschreven`,
    'plan-played': ({ by }) => `Je plan heeft voor je geantwoord in je partij tegen ${by}`,
    'vacation-begun': ({ by, until }) => `${by} is met vakantie tot ${until}`,
    'report-ruled': ({ player, verdict }) =>
      verdict === 'upheld'
        ? `Een beheerder heeft je melding over ${player} bekeken en geeft je gelijk`
        : `Een beheerder heeft je melding over ${player} bekeken en ziet geen reden om in te grijpen`,
  },
  yourMove: (by) => `Jij bent aan zet tegen ${by}`,
  hasMoved: ({ by, rules, deadline }) =>
    `${by} heeft gezet en jij bent aan de beurt (${rules}). Je hebt tot ${deadline}.`,
  game: ({ by, rules, deadline }) => `${by}, ${rules}: tot ${deadline}`,
  timeRunsOut: (by) => `Je tijd tegen ${by} raakt op`,
  timesRunOut: (games) => `Je tijd raakt op in ${games} partijen`,
  remember: 'Jij bent aan zet en je bedenktijd is bijna om:',
  gamesWait: (games) => (games === 1 ? 'Eén partij wacht op je zet' : `${games} partijen wachten op je zet`),
  happened: 'Wat er in je partijen is gebeurd',
  waiting: 'Hier ben jij aan zet:',
  since: 'Wat er sinds de vorige mail is gebeurd:',
  more: (count) => `En nog ${count}.`,
  openGame: 'De partij openen',
  openGames: 'Je partijen openen',
  openLobby: 'De lobby openen',
  openPlayer: (name) => `Het profiel van ${name}`,
  openReports: 'Je meldingen bekijken',
  why: 'Je krijgt deze mail omdat je dat zo hebt ingesteld.',
  settings: 'Kiezen wat je gemaild krijgt',
  noMore: {
    reminder: 'Geen herinneringen per mail meer',
    digest: 'Geen dagelijkse mail meer',
    turn: 'Geen mails meer als je aan zet bent',
    challenge: 'Geen mails meer over uitdagingen',
    message: 'Geen mails meer over berichten',
    'game-begun': 'Geen mails meer over partijen die beginnen',
    'game-over': 'Geen mails meer over partijen die zijn afgelopen',
    claim: 'Geen mails meer over remise',
    vacation: 'Geen mails meer over tegenstanders die met vakantie zijn',
    report: 'Geen mails meer over je meldingen',
  },
}
