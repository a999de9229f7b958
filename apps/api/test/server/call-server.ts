/** Calls the API of a server in another process. The answer has the session cookie that was set, or `''`. */
export const callerOf =
  (url: string) =>
  async (method: string, path: string, body?: object, cookie = '') => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      body: (await response.json().catch(() => null)) as any,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    }
  }
