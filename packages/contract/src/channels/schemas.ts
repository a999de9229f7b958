import { z } from 'zod'
import { clubSlug, EXTENSIBLE, idParams, instant, text } from '../common.ts'
import { deliveryErrorSchema } from '../webhooks/delivery-errors.ts'
import { CHANNEL_FORMATS } from './formats.ts'

/** What your channels tell: your turn, and these notifications. Their texts repeat nothing that a player has written. */
export const CHANNEL_KINDS = [
  'turn',
  'challenge-received',
  'challenge-expired',
  'game-begun',
  'game-over',
  'reminder',
  'draw-offered',
  'claim-filed',
  'claim-withdrawn',
  'claim-ruled',
  'message-received',
  'time-given',
  'time-out',
] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** What the channels of a club tell. */
export const CLUB_CHANNEL_KINDS = [
  'match-announced',
  'lineups-closing',
  'board-over',
  'match-over',
  'tournament-announced',
] as const
export type ClubChannelKind = (typeof CLUB_CHANNEL_KINDS)[number]

const formatSchema = z
  .enum(CHANNEL_FORMATS)
  .describe(
    '`slack` is also for Mattermost and Rocket.Chat, `matrix` for an address of hookshot. Left out: told by the host, if it is discord.com, hooks.slack.com, api.telegram.org or ntfy.sh',
  )
const urlSchema = text(1, 2000)
  .pipe(z.url())
  .describe(
    'The address that the service gave you: an `https` URL on port 443 or a port from 1024 up. For `ntfy` the topic’s, for `telegram` `https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>`',
  )
const kindsOf = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z
    .array(z.enum(kinds).meta(EXTENSIBLE))
    .min(1)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'must not contain duplicates')
const createBody = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.strictObject({
    format: formatSchema.optional(),
    url: urlSchema,
    kinds: kindsOf(kinds)
      .optional()
      .describe('What to tell. Default: everything, including kinds added later'),
  })
const updateBody = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z
    .strictObject({
      format: formatSchema,
      url: urlSchema,
      kinds: kindsOf(kinds).nullable().describe('What to tell; null for everything'),
    })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'must contain at least one field')

export const createChannelBody = createBody(CHANNEL_KINDS)
export const updateChannelBody = updateBody(CHANNEL_KINDS)
export const createClubChannelBody = createBody(CLUB_CHANNEL_KINDS)
export const updateClubChannelBody = updateBody(CLUB_CHANNEL_KINDS)
export const clubChannelParams = z.strictObject({ slug: clubSlug, id: idParams.shape.id })

const statusSchema = z.int().nullable()
const detailSchema = z
  .string()
  .nullable()
  .describe('The first sentence of the error that the service described, if it did')

const channelSchema = z
  .object({
    id: z.int(),
    format: z.enum(CHANNEL_FORMATS).meta(EXTENSIBLE),
    url: z.string().describe('The address, shortened, because whoever knows it can write there'),
    kinds: z.array(z.enum(CHANNEL_KINDS).meta(EXTENSIBLE)).describe('What it tells'),
    state: z
      .enum(['ok', 'broken'])
      .meta(EXTENSIBLE)
      .describe(
        '`broken`: the service answered 401, 403, 404 or 410 for two days, and nothing is sent any more. A test that arrives, or another `url`, mends it',
      ),
    lastStatus: statusSchema.describe(
      'The status of the last failure; null: the last message arrived, or there was none',
    ),
    lastError: deliveryErrorSchema,
    lastDetail: detailSchema,
    createdAt: instant,
    lastSentAt: instant.nullable().describe('When a message last arrived'),
  })
  .meta({ id: 'Channel' })
export type Channel = z.output<typeof channelSchema>

export const oneChannelSchema = z.object({ channel: channelSchema })
export const channelsSchema = z.object({ items: z.array(channelSchema) })

const clubChannelSchema = channelSchema
  .extend({ kinds: z.array(z.enum(CLUB_CHANNEL_KINDS).meta(EXTENSIBLE)).describe('What it tells') })
  .meta({ id: 'ClubChannel' })
export type ClubChannel = z.output<typeof clubChannelSchema>
export const oneClubChannelSchema = z.object({ channel: clubChannelSchema })
export const clubChannelsSchema = z.object({ items: z.array(clubChannelSchema) })

export const MAX_CHANNELS = 10
export const MAX_CLUB_CHANNELS = 5

/** Tests of the channels of an account, or of a club, in an hour. */
export const CHANNEL_TESTS = 5
export const channelTestSchema = z
  .object({
    status: statusSchema.describe(
      'The status that the service answered with; null: no answer within two seconds',
    ),
    error: deliveryErrorSchema,
    detail: detailSchema,
  })
  .meta({ id: 'ChannelTest' })
export type ChannelTest = z.output<typeof channelTestSchema>
