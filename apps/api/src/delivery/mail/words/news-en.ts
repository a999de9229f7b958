import type { NewsWords } from '../news.ts'

export const en: NewsWords = {
  reasons: {
    'few-stones': 'fewer than three stones',
    blocked: 'no move left',
    'camp-filled': 'camp filled',
    'camp-not-cleared': 'camp not cleared in time',
    'camp-re-entered': 'own camp entered again',
    resignation: 'resigned',
    timeout: 'out of time',
    agreement: 'agreed',
    repetition: 'same position three times',
    'quiet-moves': 'fifty moves without progress',
    'camps-not-cleared': 'neither camp cleared in time',
    cancelled: 'cancelled',
  },
  tell: {
    'challenge-received': ({ by, rules }) => `${by} challenges you to a game of ${rules}`,
    'challenge-declined': ({ by }) => `${by} has declined your challenge`,
    'challenge-expired': ({ opponent, rules }) =>
      `Your challenge${opponent ? ` to ${opponent}` : ''} has expired (${rules})`,
    'game-begun': ({ by, side }) =>
      `Your game against ${by} has begun; you play ${side === 'white' ? 'White' : 'Black'}`,
    'game-over': ({ by, side, winner, reason }) =>
      reason === en.reasons.cancelled
        ? `${by} has cancelled the game before it had begun`
        : winner === null
          ? `Your game against ${by} is a draw: ${reason}`
          : `You have ${winner === side ? 'won against' : 'lost to'} ${by}: ${reason}`,
    'draw-offered': ({ by }) => `${by} offers you a draw`,
    'claim-filed': ({ by }) => `${by} has claimed a draw; an admin will rule on it`,
    'claim-withdrawn': ({ by }) => `${by} has withdrawn the draw claim; the game goes on`,
    'claim-ruled': ({ own, verdict }) =>
      `${own ? 'Your' : 'Your opponent’s'} draw claim has been ${verdict}${verdict === 'rejected' ? '; the game goes on' : ''}`,
    'message-received': ({ by }) => `${by} has written to you`,
    'plan-played': ({ by }) => `Your plan has answered for you in your game against ${by}`,
    'vacation-begun': ({ by, until }) => `${by} is on vacation until ${until}`,
    'report-ruled': ({ player, verdict }) =>
      verdict === 'upheld'
        ? `An admin has looked at your report of ${player} and agrees with you`
        : `An admin has looked at your report of ${player} and sees no reason to act`,
  },
  yourMove: (by) => `Your move against ${by}`,
  hasMoved: ({ by, rules, deadline }) =>
    `${by} has moved, and it is your turn (${rules}). You have until ${deadline}.`,
  game: ({ by, rules, deadline }) => `${by}, ${rules}: until ${deadline}`,
  timeRunsOut: (by) => `Your time against ${by} is running out`,
  timesRunOut: (games) => `Your time is running out in ${games} games`,
  remember: 'It is your move, and the deadline is coming near:',
  gamesWait: (games) => (games === 1 ? 'A game waits for your move' : `${games} games wait for your move`),
  happened: 'What happened in your games',
  waiting: 'Waiting for your move:',
  since: 'What happened since the last mail:',
  more: (count) => `And ${count} more.`,
  openGame: 'Open the game',
  openGames: 'Open your games',
  openLobby: 'Open the lobby',
  openPlayer: (name) => `The profile of ${name}`,
  openReports: 'See your reports',
  why: 'You get this mail because your settings say so.',
  settings: 'Change what you are mailed',
  noMore: {
    reminder: 'No more reminders by mail',
    digest: 'No more daily mails',
    turn: 'No more mails when it is your move',
    challenge: 'No more mails about challenges',
    message: 'No more mails about messages',
    'game-begun': 'No more mails about games that begin',
    'game-over': 'No more mails about games that end',
    claim: 'No more mails about draw offers and claims',
    vacation: 'No more mails about opponents on vacation',
    report: 'No more mails about your reports',
  },
}
