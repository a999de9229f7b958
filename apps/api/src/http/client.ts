import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The program that sends a request, as limits and the security log know it. */
export interface Client {
  /** Of IPv6 the network, because one client has many addresses. */
  address: string
  userAgent: string
}

export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({
  address: normalizeIP(ip),
  userAgent: (headers['user-agent'] ?? '').slice(0, 200),
})
