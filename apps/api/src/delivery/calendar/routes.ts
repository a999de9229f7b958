import { ENDPOINTS } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { etagOf, isKnown } from '../../http/etag.ts'
import { answer, serve } from '../../http/serve.ts'
import { RefusalError } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { createCalendar, deleteCalendar, getCalendar } from './calendars.ts'
import { readCalendar } from './read-calendar.ts'

export function registerCalendar(app: FastifyInstance, deps: Deps, db: Db): void {
  serve(app, ENDPOINTS.getCalendar, async ({ db, caller }) => answer(200, await getCalendar(db, caller)))
  serve(app, ENDPOINTS.createCalendar, async ({ db, caller }) =>
    answer(201, await createCalendar(deps, db, caller)),
  )
  serve(app, ENDPOINTS.deleteCalendar, async ({ db, caller }) =>
    answer(204, await deleteCalendar(db, caller)),
  )

  // calendar apps cannot log in: the secret URL is the only credential
  app.get(
    '/calendar/:secret.ics',
    {
      schema: {
        operationId: 'readCalendar',
        tags: ['Accounts'],
        summary: 'Get a player’s calendar',
        description:
          'For calendar apps: the URL from `createCalendar`. It has an event at the deadline of every running game in which the player is to move. Send the `ETag` as `If-None-Match` to get 304 while nothing has changed.',
        security: [],
        params: z.object({ secret: z.string().describe('The secret part of the calendar URL') }),
        response: {
          304: z.undefined(),
          200: {
            description: 'An iCalendar file (RFC 5545)',
            content: { 'text/calendar': { schema: z.string().meta({ examples: [EXAMPLE] }) } },
          },
        },
      },
    },
    async (request, reply) => {
      const { secret } = request.params as { secret: string }
      const text = await readCalendar(deps, db, secret)
      if (text === null) throw new RefusalError('not-found', 'There is no calendar at this URL.')
      const etag = etagOf(text)
      reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
      if (isKnown(etag, request)) return reply.code(304).send()
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="tegenzet.ics"')
        .send(text)
    },
  )
}

const EXAMPLE = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tegenzet//Calendar//EN', 'NAME:Tegenzet: anna'],
  ...['BEGIN:VEVENT', 'UID:game-353379@tegenzet.example', 'SEQUENCE:4', 'DTSTAMP:20261122T081500Z'],
  ...['DTSTART:20261125T081500Z', `SUMMARY:Make a move: ${ruleSet('molenspel').names.en} against bram`],
  ...['URL;VALUE=URI:https://tegenzet.example/games/353379', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')
