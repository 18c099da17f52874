/** The cookies of the product. With https their names bind them to this host alone. */
export interface Cookies {
  sessionToken(cookieHeader: string | undefined): string | undefined;
  deviceToken(cookieHeader: string | undefined): string | undefined;
  /** The value of a Set-Cookie header. Without a lifetime the cookie ends with the browser session. */
  setSession(token: string, maxAgeSeconds: number | undefined): string;
  clearSession(): string;
  setDevice(token: string): string;
  /** What a browser must bring back from a sign-in at a provider. */
  ssoState(cookieHeader: string | undefined): string | undefined;
  setSsoState(sealed: string, maxAgeSeconds: number): string;
  clearSsoState(): string;
  /** Between the password and the second factor. Never read as a session. */
  pendingToken(cookieHeader: string | undefined): string | undefined;
  setPending(token: string, maxAgeSeconds: number): string;
  clearPending(): string;
}

const deviceLifetime = 400 * 24 * 60 * 60;
/** 32 bytes in base64url. Anything else was not created by us and needs no lookup in the registry. */
const tokenPattern = /^[\w-]{43}$/;
const sealedPattern = /^[\w+/=]{1,3500}$/;

export function sessionCookie(publicUrl: string | undefined): string {
  return isSecure(publicUrl) ? '__Host-atrium' : 'atrium';
}

export function createCookies(publicUrl: string | undefined): Cookies {
  const secure = isSecure(publicUrl);
  const session = sessionCookie(publicUrl);
  const names = { session, device: `${session}-device`, ssoState: `${session}-sso`, pending: `${session}-step` };

  const write = (name: string, value: string, maxAge: number | undefined) =>
    [
      `${name}=${value}`,
      ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
      'Path=/',
      'HttpOnly',
      ...(secure ? ['Secure'] : []),
      'SameSite=Lax',
    ].join('; ');

  return {
    sessionToken: (header) => read(header, names.session),
    deviceToken: (header) => read(header, names.device),
    setSession: (token, maxAgeSeconds) => write(names.session, token, maxAgeSeconds),
    clearSession: () => write(names.session, '', 0),
    setDevice: (token) => write(names.device, token, deviceLifetime),
    ssoState: (header) => read(header, names.ssoState, sealedPattern),
    setSsoState: (sealed, maxAgeSeconds) => write(names.ssoState, sealed, maxAgeSeconds),
    clearSsoState: () => write(names.ssoState, '', 0),
    pendingToken: (header) => read(header, names.pending),
    setPending: (token, maxAgeSeconds) => write(names.pending, token, maxAgeSeconds),
    clearPending: () => write(names.pending, '', 0),
  };
}

function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

function read(cookieHeader: string | undefined, name: string, pattern = tokenPattern): string | undefined {
  const pair = cookieHeader?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim();
  return value !== undefined && pattern.test(value) ? value : undefined;
}
