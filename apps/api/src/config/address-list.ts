import { BlockList, isIPv6 } from 'node:net'

/** @param ranges addresses or networks (`address/bits`), already validated by the configuration */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** The loopback addresses. */
export const LOOPBACK = ['127.0.0.0/8', '::1']
