const recoveryCodes = ['k3fq-7zma-2wtn-yd5h', 'p6xe-c4ru-jv2b-5gos']

export const FACTOR_EXAMPLES = {
  getFactors: {
    response: { totp: { confirmedAt: '2026-11-20T08:15:00.000Z' }, recoveryCodesLeft: 9 },
  },
  setUpTotp: {
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Tegenzet:anna?issuer=Tegenzet&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  confirmTotp: { body: { code: '287 082' }, response: { recoveryCodes } },
  renewRecoveryCodes: { response: { recoveryCodes } },
}
