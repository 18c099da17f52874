/** An account at Twilio, or at a server with the same call. */
export interface SmsAccount {
  readonly origin: string;
  readonly sid: string;
  readonly token: string;
  /** The sender, with its country code. */
  readonly from: string;
}

export function smsAccount(value: string): SmsAccount | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // A plus sign in a query means a space.
  const from = url?.searchParams.get('from')?.replace(/^ /, '+') ?? '';
  const isComplete = /^\w+$/.test(url?.username ?? '') && url?.password !== '' && /^\+\d{7,15}$/.test(from);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isComplete || !isWeb || url.pathname !== '/' || url.hash !== '') return undefined;
  return { origin: url.origin, sid: url.username, token: decodeURIComponent(url.password), from };
}
