import type { Config } from '../../config/config.ts'

/** The longest time that a call of a webhook or a push service may take, in seconds. */
export const callTimeout = ({ webhooks }: Pick<Config, 'webhooks'>): number => webhooks.seconds
