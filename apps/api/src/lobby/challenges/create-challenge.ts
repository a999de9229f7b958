import { ok, type Result } from '@tegenzet/common'
import { type Challenge, type createChallengeBody, DEFAULT_OPEN_HOURS, type Player } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { countFirstContact } from '../../accounts/limits/new-account-limit.ts'
import { currentKey } from '../../accounts/names/former-names.ts'
import { contactRefused, readContact } from '../../accounts/players/contact.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { countOpenChallenges, insertChallenge } from './challenge-store.ts'
import { challengeView, concernedBy } from './challenge-view.ts'
import { guestBusy, guestChallengeRefused } from './guest-rules.ts'
import { inviteUrl } from './invite-link.ts'
import { lockPlayers, withBlockCount } from './lock-players.ts'
import { type ChallengeParty, readChallengeParties } from './player-store.ts'
import { ratedNotPossible } from './read-challenge.ts'
import { termsRefused } from './terms-refused.ts'

const HOUR_MS = 60 * 60 * 1000

interface CreateChallenge extends z.output<typeof createChallengeBody> {
  /** The game to play again. Such a challenge names its opponent and does not expire. */
  rematchOf?: number
}

/** @returns `conflict` if somebody else has just asked for a rematch of the same game */
export async function createChallenge(
  deps: Deps,
  db: Db,
  command: CreateChallenge,
  { playerId }: Pick<Caller, 'playerId'>,
): Promise<Result<Challenge, Refusal>> {
  for (;;) {
    const createdAt = deps.now()
    const muted = command.message !== undefined && (await sanctionRefused(db, playerId, 'mute', createdAt))
    if (muted) return muted
    const opponentKey = command.opponent && (await currentKey(db, command.opponent))
    const parties = await readChallengeParties(db, playerId, opponentKey, createdAt)
    const challenger = existing(parties.find(({ player }) => player.id === playerId))
    const challenged = findOpponent(parties, opponentKey)
    if (challenged === undefined || challenged?.player.kind === 'closed' || challenged?.present === false)
      return refuse('unknown-opponent', `There is no player ${command.opponent} to challenge.`)
    const opponent = challenged?.player ?? null
    if (opponent?.id === playerId) return refuse('own-challenge', 'You cannot challenge yourself.')
    const notForGuests = guestChallengeRefused(command, challenger.player, challenged)
    if (notForGuests) return notForGuests
    const contact = opponent ? await readContact(db, playerId, opponent.id) : undefined
    const refused = contact && opponent && contactRefused(contact, opponent, 'challenges')
    if (refused) return refused
    const impossible = termsRefused(
      command,
      opponent ? [challenger.player, opponent] : [challenger.player],
      command.bots,
    )
    if (impossible) return impossible
    if (opponent && command.rated && opponent.kind !== challenger.player.kind) return ratedNotPossible

    const draft = draftOf(command, challenger, opponent, createdAt)
    const players = parties.map(({ player }) => withBlockCount(player, contact))
    const created = await inTransaction(db, async (tx) =>
      (await lockPlayers(tx, players))
        ? ((await sanctionRefused(tx, playerId, 'restrict', createdAt)) ?? writeChallenge(deps, tx, draft))
        : null,
    )
    if (created) return created
  }
}

/** @returns null if no opponent is named, undefined if there is no such player */
function findOpponent(parties: readonly ChallengeParty[], key: string | undefined) {
  if (key === undefined) return null
  return parties.find(({ player }) => player.username.toLowerCase() === key)
}

function draftOf(
  command: CreateChallenge,
  { player: challenger, schedule, away }: ChallengeParty,
  opponent: Player | null,
  createdAt: Date,
): Omit<ChallengeRow, 'id'> {
  const {
    rules,
    colour,
    clock,
    vacation,
    timeouts,
    provenDraws,
    rated,
    message = null,
    invite = false,
    rematchOf = null,
  } = command
  const { expiresInHours = opponent ? null : DEFAULT_OPEN_HOURS } = command
  return {
    rules,
    rulesRevision: ruleSet(rules).revision,
    challenger,
    opponent,
    colour,
    clock,
    schedule,
    vacation,
    timeouts,
    provenDraws,
    away: vacation ? away : null,
    rated,
    message,
    invite,
    rematchOf,
    bots: opponent ? opponent.kind === 'bot' : (command.bots ?? botsByDefault(command, challenger)),
    expiresAt: expiresInHours === null ? null : new Date(createdAt.getTime() + expiresInHours * HOUR_MS),
    state: 'open',
    declineReason: null,
    gameId: null,
    expired: false,
    createdAt,
  }
}

/** Bots accept what a bot offers, and of people unrated challenges on whose terms they can play. */
const botsByDefault = ({ rated, timeouts }: CreateChallenge, { kind }: Player): boolean =>
  kind === 'bot' || (!rated && timeouts === 'automatic')

async function writeChallenge(
  deps: Deps,
  tx: Tx,
  draft: Omit<ChallengeRow, 'id'>,
): Promise<Result<Challenge, Refusal>> {
  const { challenger, opponent, createdAt, rematchOf, invite } = draft
  const { config } = deps
  const { openChallenges } = config.limits
  // against floods: two requests at once may both be within the limit
  if ((await countOpenChallenges(tx, challenger.id, createdAt)) >= openChallenges)
    return refuse('limit-reached', `You have ${openChallenges} open challenges: withdraw one first.`)
  const busy = await guestBusy(tx, challenger, createdAt)
  if (busy) return busy
  if (opponent) {
    const contact = { playerId: challenger.id, to: opponent, what: 'challenge' } as const
    const counted = await countFirstContact(deps, tx, contact)
    if (!counted.ok) return counted
  }
  const id = await insertChallenge(tx, draft)
  if (id === null) return refuse('conflict', `A rematch of game ${rematchOf} has just been requested.`)
  const challenge = challengeView({ ...draft, id })
  await append(tx, [{ event: { type: 'challenge', challenge }, playerIds: concernedBy(challenge) }], {
    by: challenger.id,
    at: createdAt,
  })
  return ok(invite ? { ...challenge, inviteUrl: inviteUrl(config, { id, createdAt }) } : challenge)
}
