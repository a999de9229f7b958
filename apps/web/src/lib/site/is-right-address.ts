/** Names and addresses of this machine. */
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Whether people may open the server at `origin`. One's own machine has several names, and `pnpm dev` another port.
 * @param url the address that the server is set up for
 */
export function isRightAddress(origin: string, url: string): boolean {
  const [here, expected] = [new URL(origin), new URL(url)]
  if (here.origin === expected.origin) return true
  return (
    here.protocol === expected.protocol && LOOPBACK.test(here.hostname) && LOOPBACK.test(expected.hostname)
  )
}
