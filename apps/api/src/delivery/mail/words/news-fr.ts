import type { NewsWords } from '../news.ts'

export const fr: NewsWords = {
  reasons: {
    'few-stones': 'moins de trois pions',
    blocked: 'plus de coup',
    'camp-filled': 'camp rempli',
    'camp-not-cleared': 'camp non quitté à temps',
    'camp-re-entered': 'retour dans son camp',
    resignation: 'abandon',
    timeout: 'temps écoulé',
    agreement: 'd’un commun accord',
    repetition: 'trois fois la même position',
    'quiet-moves': 'cinquante coups sans progrès',
    'camps-not-cleared': 'aucun camp quitté à temps',
    cancelled: 'annulée',
  },
  tell: {
    'challenge-received': ({ by, rules }) => `${by} vous défie : ${rules}`,
    'challenge-declined': ({ by }) => `${by} a refusé votre défi`,
    'challenge-expired': ({ opponent, rules }) =>
      `Votre défi${opponent ? ` à ${opponent}` : ''} a expiré (${rules})`,
    'game-begun': ({ by, side }) =>
      `Votre partie contre ${by} a commencé, vous jouez les ${side === 'white' ? 'blancs' : 'noirs'}`,
    'game-over': ({ by, side, winner, reason }) =>
      reason === fr.reasons.cancelled
        ? `${by} a annulé la partie avant qu’elle ait commencé`
        : winner === null
          ? `Votre partie contre ${by} est nulle : ${reason}`
          : `Vous avez ${winner === side ? 'gagné' : 'perdu'} contre ${by} : ${reason}`,
    'draw-offered': ({ by }) => `${by} vous propose la nulle`,
    'claim-filed': ({ by }) => `${by} a réclamé la nulle, un administrateur va trancher`,
    'claim-withdrawn': ({ by }) => `${by} a retiré sa réclamation de nulle, la partie continue`,
    'claim-ruled': ({ own, verdict }) =>
      `${own ? 'Votre réclamation de nulle' : 'La réclamation de nulle de votre adversaire'} a été ${verdict === 'upheld' ? 'admise' : 'rejetée, la partie continue'}`,
    'message-received': ({ by }) => `${by} vous a écrit`,
    'plan-played': ({ by }) => `Votre plan a répondu pour vous dans votre partie contre ${by}`,
    'vacation-begun': ({ by, until }) => `${by} est en vacances jusqu’au ${until}`,
    'report-ruled': ({ player, verdict }) =>
      verdict === 'upheld'
        ? `Un administrateur a examiné votre signalement de ${player} et vous donne raison`
        : `Un administrateur a examiné votre signalement de ${player} et ne voit pas de raison d’intervenir`,
  },
  yourMove: (by) => `À vous de jouer contre ${by}`,
  hasMoved: ({ by, rules, deadline }) =>
    `${by} a joué, c’est à vous (${rules}). Vous avez jusqu’au ${deadline}.`,
  game: ({ by, rules, deadline }) => `${by}, ${rules} : jusqu’au ${deadline}`,
  timeRunsOut: (by) => `Votre temps contre ${by} s’épuise`,
  timesRunOut: (games) => `Votre temps s’épuise dans ${games} parties`,
  remember: 'C’est à vous de jouer, et l’échéance approche :',
  gamesWait: (games) =>
    games === 1 ? 'Une partie attend votre coup' : `${games} parties attendent votre coup`,
  happened: 'Ce qui s’est passé dans vos parties',
  waiting: 'C’est à vous de jouer :',
  since: 'Depuis le dernier message :',
  more: (count) => `Et ${count} de plus.`,
  openGame: 'Ouvrir la partie',
  openGames: 'Ouvrir vos parties',
  openLobby: 'Ouvrir le salon',
  openPlayer: (name) => `Le profil de ${name}`,
  openReports: 'Voir vos signalements',
  why: 'Vous recevez ce message parce que vos réglages le demandent.',
  settings: 'Choisir ce qui vous est envoyé',
  noMore: {
    reminder: 'Plus de rappels par e-mail',
    digest: 'Plus de message quotidien',
    turn: 'Plus de message quand c’est à vous de jouer',
    challenge: 'Plus de message sur les défis',
    message: 'Plus de message quand on vous écrit',
    'game-begun': 'Plus de message sur les parties qui commencent',
    'game-over': 'Plus de message sur les parties terminées',
    claim: 'Plus de message sur les nulles',
    vacation: 'Plus de message sur les adversaires en vacances',
    report: 'Plus de message sur vos signalements',
  },
}
