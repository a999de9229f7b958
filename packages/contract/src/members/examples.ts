import { account, bram } from '../people/example-players.ts'
import type { Member } from './schemas.ts'

const code = '7KQM-X4TB'
const url = `https://tegenzet.example/welcome#${code}`

const member: Member = {
  player: bram,
  language: 'nl',
  club: { slug: 'de-molen', name: 'De Molen' },
  createdAt: '2026-11-20T18:00:00.000Z',
  lastVisitAt: null,
  codeUnused: true,
  codeExpiresAt: '2026-12-20T18:00:00.000Z',
  deletesAt: null,
}

export const MEMBER_EXAMPLES = {
  createMembers: {
    body: { members: [{ username: bram.username, language: 'nl' as const }], club: 'de-molen' },
    response: { members: [{ username: bram.username, code, url }] },
  },
  listMembers: { response: { items: [member], nextCursor: null, managerOf: null } },
  renewMemberCode: { body: { endSessions: true }, response: { code, url } },
  logInWithCode: {
    body: { code },
    response: { account: { ...account, email: null, emailVerified: true, managed: true } },
  },
  createDeviceCode: { response: { code, url, expiresAt: '2026-11-20T18:05:00.000Z' } },
}
