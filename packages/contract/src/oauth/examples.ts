const page = <T>(item: T) => ({ items: [item], nextCursor: null })

const app = {
  id: '3f0d2b52-6c1e-4c7a-9d39-0a8a4f6a7f11',
  name: 'Molenaar',
  homepage: 'https://molenaar.example.org',
}
const registered = {
  ...app,
  redirectUris: ['https://molenaar.example.org/callback'],
  confidential: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}
const request =
  'response_type=code&client_id=3f0d2b52-6c1e-4c7a-9d39-0a8a4f6a7f11' +
  '&redirect_uri=https%3A%2F%2Fmolenaar.example.org%2Fcallback&scope=game%3Aread+game%3Aplay&state=af0ifjsldkj' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256'
const secret = 'tzs_mZ8yHk0TnJqgqkqf1gYx0Yv5xv3e1m9Xc0n7yqQw2aE'
const issuer = 'https://tegenzet.example.org'
const ways = ['none', 'client_secret_basic', 'client_secret_post']

export const APP_EXAMPLES = {
  createApp: {
    body: { name: app.name, homepage: app.homepage, redirectUris: registered.redirectUris },
    response: { ...registered, secret: null },
  },
  listApps: { response: page(registered) },
  getApp: { response: registered },
  updateApp: {
    body: { name: 'Molenaar for phones' },
    response: { ...registered, name: 'Molenaar for phones' },
  },
  rotateAppSecret: { response: { secret } },
  listConnectedApps: {
    response: page({
      id: 12,
      app,
      scopes: ['game:read' as const, 'game:play' as const],
      connectedAt: '2026-11-20T10:00:00.000Z',
      lastUsedAt: '2026-11-20T12:00:00.000Z',
    }),
  },
  getAuthorizationRequest: {
    response: {
      app: { ...app, createdAt: registered.createdAt },
      scopes: ['game:read' as const, 'game:play' as const],
      redirectUri: 'https://molenaar.example.org/callback',
      allowed: [],
    },
  },
  consent: {
    body: { request, accept: true },
    response: {
      redirectTo: `https://molenaar.example.org/callback?code=vJkqg7mPzXbN3sT5rWyHcLdFaQeUoI1k&state=af0ifjsldkj&iss=${encodeURIComponent(issuer)}`,
    },
  },
  issueToken: {
    body: {
      grant_type: 'authorization_code',
      client_id: app.id,
      redirect_uri: 'https://molenaar.example.org/callback',
      code: 'vJkqg7mPzXbN3sT5rWyHcLdFaQeUoI1k',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    response: {
      access_token: 'tzo_GbTqLmWcRzYxNvKsJhFdPpQoIuEaTrMn',
      token_type: 'Bearer' as const,
      expires_in: 3600,
      refresh_token: 'tzr_XwVuTsRqPoNmLkJiHgFeDcBaZyXwVuTs',
      scope: 'game:read game:play',
    },
  },
  revokeAppToken: { body: { token: 'tzr_XwVuTsRqPoNmLkJiHgFeDcBaZyXwVuTs', client_id: app.id } },
  getAuthorizationServer: {
    response: {
      issuer,
      authorization_endpoint: `${issuer}/api/v1/oauth/authorize`,
      token_endpoint: `${issuer}/api/v1/oauth/token`,
      revocation_endpoint: `${issuer}/api/v1/oauth/revoke`,
      service_documentation: `${issuer}/api/docs`,
      scopes_supported: ['game:read' as const, 'game:play' as const],
      response_types_supported: ['code' as const],
      response_modes_supported: ['query' as const],
      grant_types_supported: ['authorization_code' as const, 'refresh_token' as const],
      token_endpoint_auth_methods_supported: ways,
      revocation_endpoint_auth_methods_supported: ways,
      code_challenge_methods_supported: ['S256' as const],
      authorization_response_iss_parameter_supported: true as const,
    },
  },
}
