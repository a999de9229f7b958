import { z } from 'zod'
import { accountSchema } from '../accounts/schemas.ts'
import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { accountExportSchema, DELETION_DAYS, redeemUndoDeletionBody } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })

export const PRIVACY_ENDPOINTS = {
  deleteAccount: endpoint('deleteAccount', {
    summary: 'Delete your account',
    description: `Your account is deleted in ${DELETION_DAYS} days, at \`deletesAt\`; you get a mail with a link to undo it. Then your running games are resigned and your player becomes \`closed-<number>\`, of kind \`closed\`. Games and rulings stay without your name. Your messages are blanked, everything else is deleted, and nobody gets your username. Repeating the call does not extend the time.`,
    access: 'session',
    proof: true,
    responses: { 200: accountSchema },
  }),
  undoDeletion: endpoint('undoDeletion', {
    summary: 'Undo the deletion of your account',
    description:
      'Cancels `deleteAccount`. Fails with `conflict` if you have not asked for a deletion, or if it has begun.',
    access: 'session',
    body: emptyBody,
    responses: { 200: accountSchema },
    errors: ['conflict'],
  }),
  redeemUndoDeletion: endpoint('redeemUndoDeletion', {
    summary: 'Undo a deletion with the mailed link',
    description:
      'Takes the token from the mail about a deletion; no login is needed. Fails with `link-expired` if the link is invalid, used or too old.',
    access: 'anyone',
    body: redeemUndoDeletionBody,
    responses: { 200: z.object({ username: z.string() }) },
    errors: ['link-expired'],
  }),
  requestExport: endpoint('requestExport', {
    summary: 'Ask for a copy of your data',
    description:
      'Asks for a copy of everything the server holds about you. It is made in the background; a notification and a mail tell you when it is ready. It replaces your last copy. Does nothing while a copy is being made. Fails with `rate-limited` after three copies in a day.',
    access: 'session',
    proof: true,
    body: emptyBody,
    responses: { 202: accountExportSchema },
  }),
  getExport: endpoint('getExport', {
    summary: 'Get the state of the copy of your data',
    description: 'When its `state` is `ready`, `url` is the path of the download.',
    access: 'session',
    responses: { 200: accountExportSchema },
  }),
  downloadExport: endpoint('downloadExport', {
    summary: 'Download the copy of your data',
    description:
      'A zip file with `data.json` (everything as JSON), `games.txt` (your games as text) and a `README.txt`. Fails with `not-found` if no copy is ready.',
    access: 'session',
    proof: true,
    responses: { 200: z.string() },
    zip: 'The copy, as a zip file',
    download: true,
    errors: ['not-found'],
  }),
}
