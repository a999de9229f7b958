import { z } from 'zod'
import { EXTENSIBLE } from '../common.ts'

/** Why an attempt failed. */
const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'no-such-host',
  'address-refused',
  'no-connection',
  'tls',
  'no-answer',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

export const deliveryErrorSchema = z
  .enum(DELIVERY_ERRORS)
  .meta(EXTENSIBLE)
  .nullable()
  .describe(
    '`status`: a status other than 2xx. `redirect`: 3xx; redirects are not followed. `timeout`: no complete response in time. `no-such-host`: the host name does not resolve. `address-refused`: the host has no public IP address. `no-connection`: the connection failed. `tls`: the TLS handshake failed. `no-answer`: the connection closed before a response. null: no error',
  )
