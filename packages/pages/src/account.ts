import type { Webhook } from '@tegenzet/contract'
import { call } from './call.ts'

export const sanctions = (cursor?: string) => call('listSanctions', { query: { cursor } })
export const rulings = (cursor?: string) => call('listRulingsAboutYou', { query: { cursor } })
export const ownAppeals = (cursor?: string) => call('listOwnAppeals', { query: { cursor, limit: 100 } })
export const warnings = (cursor?: string) => call('listWarnings', { query: { cursor } })
export const factors = () => call('getFactors')
export const identities = () => call('listIdentities')
export const sessions = () => call('listSessions')
export const securityEvents = (cursor?: string) => call('listSecurityEvents', { query: { cursor } })
export const favourites = (cursor?: string) => call('listFavourites', { query: { cursor } })
export const blocks = (cursor?: string) => call('listBlocks', { query: { cursor } })
export const ownReports = (cursor?: string) => call('listReports', { query: { cursor } })
export const ownApps = (cursor?: string) => call('listApps', { query: { cursor } })
export const appOf = (id: string) => call('getApp', { params: { id } })
export const connectedApps = (cursor?: string) => call('listConnectedApps', { query: { cursor } })
export const tokens = (cursor?: string) => call('listTokens', { query: { cursor } })
export const webhooks = (cursor?: string) => call('listWebhooks', { query: { cursor } })
export const webhookOf = (id: number) => call('getWebhook', { params: { id } })
export const deliveriesTo = (id: number, cursor?: string) =>
  call('listDeliveries', { params: { id }, query: { cursor } })
export const webhookName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || new URL(url).host
export const calendar = () => call('getCalendar')
export const turnFeed = () => call('getTurnFeed')
export const exportOfData = () => call('getExport')
export const siteInvitations = (cursor?: string) => call('listSiteInvitations', { query: { cursor } })
export const reminders = () => call('getReminders')
export const pushSubscriptions = () => call('listPushSubscriptions')
export const channels = () => call('listChannels')
export const vacations = (cursor?: string) => call('listVacations', { query: { cursor } })
