import ipaddr from 'ipaddr.js'

/** The network of an address: enough to recognise a provider or a workplace, but not a household. */
export function networkOf(address: string): string {
  const plain = ipaddr.process(address)
  return plain.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${plain}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/48`)}/48`
}
