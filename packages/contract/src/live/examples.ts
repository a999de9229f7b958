import { challenge } from '../challenges/examples.ts'
import { claim } from '../claims/examples.ts'
import { clubEvent } from '../clubs/examples.ts'
import { conditionalMoves } from '../conditional-moves/examples.ts'
import { afterMove, game } from '../games/examples.ts'
import { matchEvent } from '../matches/examples.ts'
import { offerMessage } from '../messages/examples.ts'
import { notification } from '../notifications/examples.ts'
import { report } from '../reports/examples.ts'
import { appeal, sanction } from '../sanctions/examples.ts'
import { tournamentEvent } from '../tournaments/examples.ts'
import type { LiveCommand, LiveEvent } from './schemas.ts'

/** One event of each type. */
export const EVENT_EXAMPLES: { [Type in LiveEvent['type']]: Extract<LiveEvent, { type: Type }> } = {
  game: { id: 90210, type: 'game', game: afterMove },
  challenge: { id: 90211, type: 'challenge', challenge },
  claim: { id: 90212, type: 'claim', claim },
  message: { id: 90213, type: 'message', message: offerMessage },
  plan: { id: 90216, type: 'plan', plan: conditionalMoves },
  report: { id: 90217, type: 'report', report },
  sanction: { id: 90218, type: 'sanction', sanction },
  appeal: { id: 90219, type: 'appeal', appeal },
  tournament: { id: 90220, type: 'tournament', tournament: tournamentEvent },
  ladder: { id: 90221, type: 'ladder', ladder: { rules: 'molenspel', change: 'dropped', place: 4 } },
  club: { id: 90222, type: 'club', club: clubEvent },
  match: { id: 90223, type: 'match', match: matchEvent },
  notice: { id: 90214, type: 'notice', notice: notification },
  'notices-read': {
    id: 90215,
    type: 'notices-read',
    'notices-read': { upTo: notification.id, ids: null, unread: 0 },
  },
}
export const COMMAND_EXAMPLES: LiveCommand[] = [{ type: 'watch', game: game.id }, { type: 'ping' }]
