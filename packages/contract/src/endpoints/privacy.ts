import { z } from 'zod'
import { emptyBody } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { accountExportSchema } from '../privacy.ts'

export const PRIVACY_ENDPOINTS = {
  requestExport: endpoint('requestExport', {
    tag: 'Accounts',
    summary: 'Ask for a copy of your data',
    description:
      'Asks for a copy of everything the server holds about you. It is made in the background; a notification and a mail tell you when it is ready. It replaces your last copy. Does nothing while a copy is being made. Fails with `proof-needed` if you have not logged in or proved your identity (`proveIdentity`) in the last 10 minutes, and with `rate-limited` after three copies in a day.',
    access: 'session',
    body: emptyBody,
    responses: { 202: accountExportSchema },
    errors: ['proof-needed'],
  }),
  getExport: endpoint('getExport', {
    tag: 'Accounts',
    summary: 'Get the state of the copy of your data',
    description: 'When its `state` is `ready`, `url` is the path of the download.',
    access: 'session',
    responses: { 200: accountExportSchema },
    errors: [],
  }),
  downloadExport: endpoint('downloadExport', {
    tag: 'Accounts',
    summary: 'Download the copy of your data',
    description:
      'A zip file with `data.json` (everything as JSON), `games.txt` (your games as text) and a `README.txt`. Fails with `not-found` if no copy is ready, and with `proof-needed` like `requestExport`.',
    access: 'session',
    responses: { 200: z.string() },
    zip: 'The copy, as a zip file',
    download: true,
    errors: ['not-found', 'proof-needed'],
  }),
}
